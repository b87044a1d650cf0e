import { assign, setup } from 'xstate';
import type { SignedInSession } from '#contract/account.ts';
import { seconds } from '../kit/durations.ts';
import { type Failure, failureOf, hasCode, isPassing } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor, notProvidedCallback } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export interface AuthContext {
  readonly user: SignedInSession | null;
  readonly failure: Failure | null;
  /** The user comes from the sign-in form, which continues to the campaigns (R1.6). */
  readonly landsOnCampaign: boolean;
}

export type AuthEvent =
  /** The sign-in form is done; there is a token. */
  | { type: 'login.completed' }
  | { type: 'logout.requested' }
  /** A call returned 401. */
  | { type: 'unauthorized' }
  /** For example in another tab. */
  | { type: 'identity.changed' }
  | { type: 'refresh.requested' }
  | { type: 'retry' };

/** The server's response, and whether there is a token to log in with. */
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
    /** Ends the sessions of the server and the identity provider. */
    signOut: notProvidedActor<void>('signOut'),
    watchIdentity: notProvidedCallback('watchIdentity'),
  },
  actions: {
    /** Clears the user's data and the identity's tokens. */
    clearUserData: notProvidedAction('clearUserData'),
    goHome: notProvidedAction('goHome'),
    /** Goes from /campaign to `/`; stays on public views and pages (R4.3). */
    leaveCampaign: notProvidedAction('leaveCampaign'),
    /** Opens the sign-in dialog, which shows the failure and the other ways to sign in. */
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
    /** Delay before asking an unreachable server again. */
    nextAttempt: seconds(10),
  },
});
