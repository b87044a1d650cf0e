import type { SignInContext, SignInInput } from '#machines/sign-in/sign-in.setup.ts';
import { type FlowScreen, failureShown, type ScreenDriver } from './screen.ts';

const send = /^(Sign in|Create account)$/;
const failures = [{ role: 'alert', text: /./ }] as const;
const google = { role: 'button', text: 'Continue with Google' } as const;

async function fillCodeAndPassword(driver: ScreenDriver): Promise<void> {
  await driver.fill('Code', '246810');
  await driver.fill('New password', 'a brand new lamp');
}

export const socialAgent =
  'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 Chrome/124.0 Mobile Safari/537.36 Instagram 329.0.0.41.93 Android';

export const agentOf = (input: unknown): string | null =>
  (input as SignInInput).isInAppBrowser ? socialAgent : null;

export const signInAddress = (input: unknown): string =>
  (input as SignInInput).mode === 'signUp' ? '/#free-analysis' : '/#join';

export const signInScreen: FlowScreen = {
  flow: 'sign-in',
  begin:
    'Open the landing page in a private window and press “Join / Login”. To be asked for a code, use an address that you can read.',
  address: signInAddress,
  gestures: {
    'mode.switched': { control: { role: 'button', name: /^(Create an account|Sign in instead)$/ } },
    'credentials.submitted': {
      control: { role: 'button', name: send },
      perform: async (driver) => {
        await driver.fill('Email address', 'gm@example.com');
        await driver.fill('Password', 'correct horse battery');
        await driver.click({ role: 'button', name: send });
      },
    },
    'google.chosen': { control: { role: 'button', name: 'Continue with Google' } },
    'redirect.chosen': { control: { role: 'button', name: 'Continue in this window' } },
    'password.forgotten': { control: { role: 'button', name: 'Forgot your password?' } },
    'mail.requested': {
      control: { role: 'button', name: 'Send code' },
      perform: async (driver) => {
        await driver.fill('Email address', 'gm@example.com');
        await driver.click({ role: 'button', name: 'Send code' });
      },
    },
    'code.requested': { control: { role: 'button', name: 'Send a new code' } },
    'code.submitted': {
      control: { role: 'button', name: 'Confirm' },
      perform: async (driver) => {
        await driver.fill('Code', '246810');
        await driver.click({ role: 'button', name: 'Confirm' });
      },
    },
    'password.submitted': {
      control: { role: 'button', name: 'Set password' },
      perform: async (driver) => {
        await fillCodeAndPassword(driver);
        await driver.click({ role: 'button', name: 'Set password' });
      },
    },
    'email.chosen': { control: { role: 'button', name: 'Continue here by email' } },
    back: { control: { role: 'button', name: /^(Back to sign in|Back|Cancel)$/ } },
  },
  promises: [
    {
      in: 'inAppBrowser',
      sees: () => [
        { role: 'heading', text: 'Visit us in a real browser' },
        { role: 'button', text: 'Copy Website URL' },
      ],
      doesNotSee: [google],
    },
    {
      in: 'choosing',
      sees: ({ context }) => {
        const { mode, hasGoogle, isInAppBrowser } = context as SignInContext;
        const heading = mode === 'signIn' ? 'Welcome back' : 'Take a seat at the table';
        return [{ role: 'heading', text: heading }, ...(hasGoogle && !isInAppBrowser ? [google] : [])];
      },
    },
    { in: 'choosing.entering', doesNotSee: failures },
    { in: 'choosing.refused', sees: failureShown },
    {
      in: 'choosing.accepted',
      sees: () => [{ role: 'status', text: 'Your email address is confirmed. Please sign in now.' }],
      doesNotSee: failures,
    },
    {
      in: 'signingIn',
      sees: () => [{ role: 'button', text: 'Signing in …', busy: true }],
      doesNotSee: failures,
    },
    {
      in: 'signingUp',
      sees: () => [{ role: 'button', text: 'Creating your account …', busy: true }],
      doesNotSee: failures,
    },
    {
      in: 'withGoogle',
      sees: () => [{ role: 'heading', text: 'Sign in with Google' }],
      doesNotSee: failures,
    },
    { in: 'withGoogle.asking', sees: () => [{ text: 'Choose your account in the Google window.' }] },
    { in: 'withGoogle.blocked', sees: () => [{ text: 'Your browser blocked the Google window.' }] },
    { in: 'withGoogle.leaving', sees: () => [{ text: 'Opening Google …' }] },
    { in: 'withGoogle.away', sees: () => [{ text: 'Opening Google …' }] },
    { in: 'confirming', sees: () => [{ role: 'heading', text: 'Confirm your email address' }] },
    { in: 'confirming.entering', doesNotSee: failures },
    { in: 'confirming.sending', sees: () => [{ role: 'button', text: 'Sending …' }], doesNotSee: failures },
    { in: 'confirming.sent', sees: () => [{ role: 'status', text: 'A new code is on its way.' }] },
    { in: 'confirming.submitting', sees: () => [{ role: 'button', text: 'Confirming …', busy: true }] },
    { in: 'confirming.refused', sees: failureShown },
    { in: 'forgotten', sees: () => [{ role: 'heading', text: 'Forgot your password?' }] },
    { in: 'forgotten.entering', doesNotSee: failures },
    { in: 'forgotten.sending', sees: () => [{ role: 'button', text: 'Sending …', busy: true }] },
    { in: 'forgotten.refused', sees: failureShown },
    { in: 'renewing', sees: () => [{ role: 'heading', text: 'Choose a new password' }] },
    { in: 'renewing.entering', doesNotSee: failures },
    { in: 'renewing.sending', sees: () => [{ role: 'button', text: 'Sending …' }], doesNotSee: failures },
    { in: 'renewing.sent', sees: () => [{ role: 'status', text: 'A new code is on its way.' }] },
    {
      in: 'renewing.submitting',
      sees: () => [{ role: 'button', text: 'Setting your password …', busy: true }],
    },
    { in: 'renewing.refused', sees: failureShown },
    {
      in: 'signedIn',
      doesNotSee: [{ role: 'dialog', text: /Welcome back|Take a seat|Google|password|email/ }],
    },
  ],
};
