import { assign, setup } from 'xstate';
import type { SignedInSession } from '#contract/account.ts';
import { seconds } from '../kit/durations.ts';
import { type Failure, failureOf, hasCode, isPassing } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor, notProvidedCallback } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export interface AuthContext {
  readonly user: SignedInSession | null;
  readonly failure: Failure | null;
  /** The user has just come through the sign-in form, which leads to the campaigns (R1.6). */
  readonly landsOnCampaign: boolean;
}

export type AuthEvent =
  /** The sign-in form has reached its end; a token is there. */
  | { type: 'login.completed' }
  | { type: 'logout.requested' }
  /** Any call was answered with 401. */
  | { type: 'unauthorized' }
  /** Signed in or out elsewhere, e.g. in another tab. */
  | { type: 'identity.changed' }
  /** Balances may have changed. */
  | { type: 'refresh.requested' }
  | { type: 'retry' };

/** What the server says of the bearer, and whether there is a token to log in with. */
export interface SessionCheck {
  readonly user: SignedInSession | null;
  readonly hasToken: boolean;
}

export const authSetup = setup({
  types: {} as { context: AuthContext; events: AuthEvent; tags: Tag },
  actors: {
    checkSession: notProvidedActor<SessionCheck>('checkSession'),
    /** Opens the server's session with the identity token. */
    login: notProvidedActor<void>('login'),
    /** Ends the server's session and the identity's. */
    signOut: notProvidedActor<void>('signOut'),
    watchIdentity: notProvidedCallback('watchIdentity'),
  },
  actions: {
    /** Forgets everything read on behalf of the user, and the identity's tokens. */
    clearUserData: notProvidedAction('clearUserData'),
    goHome: notProvidedAction('goHome'),
    /** Goes to `/` from /campaign; stays on public views and pages (R4.3). */
    leaveCampaign: notProvidedAction('leaveCampaign'),
    /** Opens the sign-in dialog, which shows the failure and the other ways to sign in, unless it is open. */
    openSignIn: notProvidedAction('openSignIn'),
    goToCampaign: notProvidedAction('goToCampaign'),
    keepUser: assign({ user: (_, params: SessionCheck) => params.user }),
    forgetUser: assign({ user: null, landsOnCampaign: false }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
    noteLogin: assign({ landsOnCampaign: true }),
    noteLanding: assign({ landsOnCampaign: false }),
  },
  guards: {
    isAuthenticated: (_, params: SessionCheck) => params.user !== null,
    hasToken: (_, params: SessionCheck) => params.hasToken,
    cameFromSignIn: ({ context }) => context.landsOnCampaign,
    isTaken: (_, params: { error: unknown }) => hasCode(params.error, 'accountExists'),
    passesByItself: (_, params: { error: unknown }) => isPassing(params.error),
  },
  delays: {
    /** After which the server is asked again when it could not be reached. */
    nextAttempt: seconds(10),
  },
});
