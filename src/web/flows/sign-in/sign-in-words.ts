import type { Purchase } from '#contract/choices.ts';
import { creditsOf, purchaseCents, subscriptionPlans } from '#contract/prices.ts';
import { credits, dollars } from '#web/ui/text.ts';
import type { SignInMode, SignInStep } from './use-sign-in.ts';

export type FormStep = Extract<
  SignInStep,
  'credentials' | 'signUpCode' | 'forgottenPassword' | 'newPassword'
>;

interface FormWords {
  action: string;
  busy: string;
}

const credentials: Record<SignInMode, FormWords> = {
  signIn: { action: 'Sign in', busy: 'Signing in …' },
  signUp: { action: 'Create account', busy: 'Creating your account …' },
};

const others: Record<Exclude<FormStep, 'credentials'>, FormWords> = {
  signUpCode: { action: 'Confirm', busy: 'Confirming …' },
  forgottenPassword: { action: 'Send code', busy: 'Sending …' },
  newPassword: { action: 'Set password', busy: 'Setting your password …' },
};

export const formWords = (step: FormStep, mode: SignInMode): FormWords =>
  step === 'credentials' ? credentials[mode] : others[step];

const credentialsHeadings: Record<SignInMode, string> = {
  signIn: 'Welcome back',
  signUp: 'Take a seat at the table',
};

const headings: Record<Exclude<SignInStep, 'credentials'>, string> = {
  inAppBrowser: 'Visit us in a real browser',
  googleWindow: 'Sign in with Google',
  googleBlocked: 'Sign in with Google',
  googlePage: 'Sign in with Google',
  signUpCode: 'Confirm your email address',
  forgottenPassword: 'Forgot your password?',
  newPassword: 'Choose a new password',
};

export const headingOf = (step: SignInStep, mode: SignInMode): string =>
  step === 'credentials' ? credentialsHeadings[mode] : headings[step];

/** `Standard at $9 a month`, `500 credits for $10`. */
export function choiceWords(purchase: Purchase): string {
  if (purchase.kind === 'credits')
    return `${credits(creditsOf(purchase.quantity))} for ${dollars(purchaseCents(purchase.quantity))}`;
  const name = purchase.tier === 'PRO' ? 'Pro' : 'Standard';
  return `${name} at ${dollars(subscriptionPlans[purchase.tier].centsPerMonth)} a month`;
}
