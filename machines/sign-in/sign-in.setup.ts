import { assign, setup } from 'xstate';
import { type Failure, failureOf, hasCode } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export type SignInMode = 'signIn' | 'signUp';

export interface SignInInput {
  readonly mode: SignInMode;
  readonly isInAppBrowser: boolean;
  readonly hasGoogle: boolean;
}

export interface SignInContext extends SignInInput {
  readonly failure: Failure | null;
}

/** Neither events nor the context contain an address, a password or a code. */
export type SignInEvent =
  | { type: 'mode.switched' }
  | { type: 'credentials.submitted' }
  | { type: 'google.chosen' }
  /** Google's window was blocked. */
  | { type: 'redirect.chosen' }
  | { type: 'password.forgotten' }
  | { type: 'mail.requested' }
  | { type: 'code.requested' }
  | { type: 'code.submitted' }
  | { type: 'password.submitted' }
  /** Instead of Google, in a social app's browser. */
  | { type: 'email.chosen' }
  | { type: 'back' };

/** False: the sign-in after it failed, so the user signs in manually. */
interface Acceptance {
  readonly isSignedIn: boolean;
}

interface Failed {
  readonly error: unknown;
}

export const signInSetup = setup({
  types: {} as { context: SignInContext; events: SignInEvent; input: SignInInput; tags: Tag },
  actors: {
    signIn: notProvidedActor<void>('signIn'),
    signUp: notProvidedActor<void>('signUp'),
    signInWithGoogle: notProvidedActor<void>('signInWithGoogle'),
    leaveForGoogle: notProvidedActor<void>('leaveForGoogle'),
    confirmSignUp: notProvidedActor<Acceptance>('confirmSignUp'),
    sendSignUpCode: notProvidedActor<void>('sendSignUpCode'),
    /** Same response with or without an account. */
    sendPasswordCode: notProvidedActor<void>('sendPasswordCode'),
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
    // Google does not allow sign-in inside another app's browser.
    canUseGoogle: ({ context }) => context.hasGoogle && !context.isInAppBrowser,
    isSignedIn: (_, params: Acceptance) => params.isSignedIn,
    mustConfirm: (_, params: Failed) => hasCode(params.error, 'confirmationRequired'),
    isWindowBlocked: (_, params: Failed) => hasCode(params.error, 'popupBlocked'),
  },
});
