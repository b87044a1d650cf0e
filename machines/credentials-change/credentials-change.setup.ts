import { assign, setup } from 'xstate';
import { type Failure, failureOf } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export interface CredentialsChangeContext {
  /** The address that is to take the place of the present one; null while none was given. */
  readonly address: string | null;
  readonly failure: Failure | null;
}

export type CredentialsChangeEvent =
  | { type: 'address.requested' }
  | { type: 'password.requested' }
  /** The password lies with the effect that needs it. */
  | { type: 'address.submitted'; address: string }
  /** The user asks for another mail to the same address. */
  | { type: 'mail.requested' }
  /** The code lies with the effect that needs it; no event carries it. */
  | { type: 'code.submitted' }
  /** So do both passwords. */
  | { type: 'password.submitted' }
  | { type: 'cancel' }
  | { type: 'user.left' };

export const credentialsChangeSetup = setup({
  types: {} as { context: CredentialsChangeContext; events: CredentialsChangeEvent; tags: Tag },
  actors: {
    /** Mails a code to the new address; the present one holds until the code is given. */
    changeAddress: notProvidedActor<void, { address: string }>('changeAddress'),
    confirmCode: notProvidedActor<void>('confirmCode'),
    /** The server learns the new address from a new token. */
    tellServer: notProvidedActor<void>('tellServer'),
    changePassword: notProvidedActor<void>('changePassword'),
    /** The server ends the sessions of other devices; with a hosted pool it learns it in no other way. */
    endOtherSessions: notProvidedActor<void>('endOtherSessions'),
  },
  actions: {
    keepAddress: assign({ address: (_, params: { address: string }) => params.address }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
    forgetAll: assign({ address: null, failure: null }),
    /** What the page knows of the user is read anew. */
    refreshUser: notProvidedAction('refreshUser'),
  },
});
