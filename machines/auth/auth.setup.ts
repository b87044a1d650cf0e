import { assign, setup } from 'xstate';
import type { SignedInSession } from '#contract/account.ts';
import { seconds } from '../kit/durations.ts';
import { type Failure, failureOf, hasCode, isPassing } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor, notProvidedCallback } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export interface AuthContext {
  readonly user: SignedInSession | null;
  readonly failure: Failure | null;
  readonly landsOnCampaign: boolean;
}

export type AuthEvent =
  | { type: 'login.completed' }
  | { type: 'logout.requested' }
  | { type: 'unauthorized' }
  | { type: 'identity.changed' }
  | { type: 'refresh.requested' }
  | { type: 'retry' };

export interface SessionCheck {
  readonly user: SignedInSession | null;
  readonly hasToken: boolean;
}

export const authSetup = setup({
  types: {} as { context: AuthContext; events: AuthEvent; tags: Tag },
  actors: {
    checkSession: notProvidedActor<SessionCheck>('checkSession'),
    login: notProvidedActor<void>('login'),
    signOut: notProvidedActor<void>('signOut'),
    watchIdentity: notProvidedCallback('watchIdentity'),
  },
  actions: {
    clearUserData: notProvidedAction('clearUserData'),
    goHome: notProvidedAction('goHome'),
    leaveCampaign: notProvidedAction('leaveCampaign'),
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
    nextAttempt: seconds(10),
  },
});
