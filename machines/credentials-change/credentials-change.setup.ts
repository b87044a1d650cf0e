import { assign, setup } from 'xstate';
import { type Failure, failureOf } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export interface CredentialsChangeContext {
  readonly address: string | null;
  readonly failure: Failure | null;
}

type CredentialsChangeEvent =
  | { type: 'address.requested' }
  | { type: 'password.requested' }
  /** The effect has the password. */
  | { type: 'address.submitted'; address: string }
  | { type: 'mail.requested' }
  /** The effect has the code. */
  | { type: 'code.submitted' }
  /** The effect has both passwords. */
  | { type: 'password.submitted' }
  | { type: 'cancel' }
  | { type: 'user.left' };

export const credentialsChangeSetup = setup({
  types: {} as { context: CredentialsChangeContext; events: CredentialsChangeEvent; tags: Tag },
  actors: {
    /** The current address stays until the code is entered. */
    changeAddress: notProvidedActor<void, { address: string }>('changeAddress'),
    confirmCode: notProvidedActor<void>('confirmCode'),
    tellServer: notProvidedActor<void>('tellServer'),
    changePassword: notProvidedActor<void>('changePassword'),
    /** A hosted pool does not notify the server. */
    endOtherSessions: notProvidedActor<void>('endOtherSessions'),
  },
  actions: {
    keepAddress: assign({ address: (_, params: { address: string }) => params.address }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
    forgetAll: assign({ address: null, failure: null }),
    refreshUser: notProvidedAction('refreshUser'),
  },
});
