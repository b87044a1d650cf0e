import { assign, setup } from 'xstate';
import { minutes } from '../kit/durations.ts';
import { type Failure, failureOf, hasCode } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export const deletionPhrase = 'DELETE ACCOUNT';

type ProofMethod = 'password' | 'google';

export interface AccountDeletionContext {
  readonly phrase: string;
  readonly method: ProofMethod;
  readonly failure: Failure | null;
}

type AccountDeletionEvent =
  | { type: 'deletion.requested' }
  | { type: 'phrase.changed'; phrase: string }
  | { type: 'deletion.confirmed' }
  /** The effect has the password; no event carries it. */
  | { type: 'proof.given' }
  | { type: 'retry' }
  | { type: 'cancel' }
  | { type: 'user.left' };

export const accountDeletionSetup = setup({
  types: {} as { context: AccountDeletionContext; events: AccountDeletionEvent; tags: Tag },
  actors: {
    readSignInMethod: notProvidedActor<ProofMethod>('readSignInMethod'),
    /** Keeps the fresh token for `deleteAccount`, until that has an answer. */
    reauthenticate: notProvidedActor<void, { method: ProofMethod }>('reauthenticate'),
    deleteAccount: notProvidedActor<void>('deleteAccount'),
    leave: notProvidedActor<void>('leave'),
  },
  actions: {
    keepPhrase: assign({ phrase: (_, params: { phrase: string }) => params.phrase }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
    keepMethod: assign({ method: (_, params: { method: ProofMethod }) => params.method }),
    keepTimedOut: assign({
      failure: { code: 'timedOut', message: 'Reauthentication timed out. Please try again.', details: null },
    }),
    forgetPhrase: assign({ phrase: '' }),
    demandReSignIn: notProvidedAction('demandReSignIn'),
    settleReSignIn: notProvidedAction('settleReSignIn'),
    goHome: notProvidedAction('goHome'),
  },
  guards: {
    phraseMatches: ({ context }) => context.phrase === deletionPhrase,
    isUnanswered: (_, params: { error: unknown }) => hasCode(params.error, 'deletionUnknown'),
    isSignInTooOld: (_, params: { error: unknown }) => hasCode(params.error, 'freshSignInRequired'),
  },
  delays: {
    reauthenticationWindow: minutes(5),
  },
});
