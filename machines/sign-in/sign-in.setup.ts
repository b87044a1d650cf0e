import { assign, setup } from 'xstate';
import { type Failure, failureOf, hasCode } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

/** Whether the form is that of somebody with an account, or that of somebody new. */
export type SignInMode = 'signIn' | 'signUp';

export interface SignInInput {
  /** Which form opens first: a visitor who chose something on a public page signs up for it. */
  readonly mode: SignInMode;
  /** The page stands in the browser that a social app brings along (R2.32). */
  readonly isInAppBrowser: boolean;
  /** There is a sign-in with Google (R2.33). */
  readonly hasGoogle: boolean;
}

export interface SignInContext extends SignInInput {
  readonly failure: Failure | null;
}

/** What was typed stands in the form alone: neither events nor the context carry an address, a password or a code. */
export type SignInEvent =
  | { type: 'mode.switched' }
  | { type: 'credentials.submitted' }
  | { type: 'google.chosen' }
  /** Google's window was blocked; its page opens in this one instead. */
  | { type: 'redirect.chosen' }
  | { type: 'password.forgotten' }
  /** A code for a new password is asked for. */
  | { type: 'mail.requested' }
  /** Another code is asked for. */
  | { type: 'code.requested' }
  | { type: 'code.submitted' }
  /** The code and the new password were sent off. */
  | { type: 'password.submitted' }
  /** Whoever stays in the app's own browser signs in by email. */
  | { type: 'email.chosen' }
  | { type: 'back' };

/** False: it was accepted, but the sign-in after it was not; the user signs in by hand. */
export interface Acceptance {
  readonly isSignedIn: boolean;
}

interface Failed {
  readonly error: unknown;
}

export const signInSetup = setup({
  types: {} as { context: SignInContext; events: SignInEvent; input: SignInInput; tags: Tag },
  actors: {
    /** By the address and the password in the form. */
    signIn: notProvidedActor<void>('signIn'),
    /** Signs up and in. */
    signUp: notProvidedActor<void>('signUp'),
    /** Opens Google's window at once; stopping it closes the window. */
    signInWithGoogle: notProvidedActor<void>('signInWithGoogle'),
    /** Leaves the page for Google's. */
    leaveForGoogle: notProvidedActor<void>('leaveForGoogle'),
    /** Proves the address of a new account by the code in the form, then signs in. */
    confirmSignUp: notProvidedActor<Acceptance>('confirmSignUp'),
    sendSignUpCode: notProvidedActor<void>('sendSignUpCode'),
    /** Answers the same whether there is an account or not. */
    sendPasswordCode: notProvidedActor<void>('sendPasswordCode'),
    /** Sets the new password by the code in the form, then signs in. */
    setPassword: notProvidedActor<Acceptance>('setPassword'),
  },
  actions: {
    announceLogin: notProvidedAction('announceLogin'),
    keepFailure: assign({ failure: (_, params: Failed) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
    switchMode: assign({ mode: ({ context }) => (context.mode === 'signIn' ? 'signUp' : 'signIn') }),
    showSignIn: assign({ mode: 'signIn' }),
  },
  guards: {
    isInAppBrowser: ({ context }) => context.isInAppBrowser,
    isNew: ({ context }) => context.mode === 'signUp',
    isReturning: ({ context }) => context.mode === 'signIn',
    // Google refuses to sign anybody in within another app's browser.
    canUseGoogle: ({ context }) => context.hasGoogle && !context.isInAppBrowser,
    isSignedIn: (_, params: Acceptance) => params.isSignedIn,
    mustConfirm: (_, params: Failed) => hasCode(params.error, 'confirmationRequired'),
    isWindowBlocked: (_, params: Failed) => hasCode(params.error, 'popupBlocked'),
  },
});
