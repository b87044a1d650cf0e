import { assign, setup } from 'xstate';
import { seconds } from '../kit/durations.ts';
import { type Failure, failureOf } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor, notProvidedCallback } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export interface EmailVerificationContext {
  readonly destination: string | null;
  readonly mailFailure: Failure | null;
  readonly codeFailure: Failure | null;
  readonly correctedAddress: string | null;
  readonly wantedAddress: string | null;
  readonly addressFailure: Failure | null;
}

type EmailVerificationEvent =
  | { type: 'user.arrived'; hasLinkedCode: boolean }
  | { type: 'mail.requested' }
  /** The effect has the code; no event carries it. */
  | { type: 'code.submitted' }
  | { type: 'address.requested' }
  /** The effect has the password. */
  | { type: 'address.submitted'; address: string }
  | { type: 'cancel' }
  | { type: 'page.hidden' }
  | { type: 'page.shown' }
  | { type: 'user.left' };

export const emailVerificationSetup = setup({
  types: {} as { context: EmailVerificationContext; events: EmailVerificationEvent; tags: Tag },
  actors: {
    /** The token may be outdated. */
    isVerified: notProvidedActor<boolean>('isVerified'),
    sendMail: notProvidedActor<{ destination: string | null }, { isResend: boolean }>('sendMail'),
    confirmCode: notProvidedActor<void>('confirmCode'),
    changeAddress: notProvidedActor<{ destination: string | null }, { address: string }>('changeAddress'),
    watchVisibility: notProvidedCallback('watchVisibility'),
    recheckAuth: notProvidedActor<void>('recheckAuth'),
  },
  actions: {
    keepDestination: assign({
      destination: (_, params: { destination: string | null }) => params.destination,
      mailFailure: null,
    }),
    keepMailFailure: assign({ mailFailure: (_, params: { error: unknown }) => failureOf(params.error) }),
    keepCodeFailure: assign({ codeFailure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetCodeFailure: assign({ codeFailure: null }),
    keepWantedAddress: assign({ wantedAddress: (_, params: { address: string }) => params.address }),
    keepAddressFailure: assign({
      addressFailure: (_, params: { error: unknown }) => failureOf(params.error),
    }),
    forgetAddressFailure: assign({ addressFailure: null }),
    forgetWantedAddress: assign({ wantedAddress: null, addressFailure: null }),
    /** Failures of email and code belonged to the previous address. */
    keepCorrectedAddress: assign({
      correctedAddress: ({ context }) => context.wantedAddress,
      destination: (_, params: { destination: string | null }) => params.destination,
      mailFailure: null,
      codeFailure: null,
      wantedAddress: null,
    }),
    forgetAll: assign({
      destination: null,
      mailFailure: null,
      codeFailure: null,
      correctedAddress: null,
      wantedAddress: null,
      addressFailure: null,
    }),
    demandModal: notProvidedAction('demandModal'),
    settleModal: notProvidedAction('settleModal'),
    reloadPage: notProvidedAction('reloadPage'),
  },
  guards: {
    isVerified: (_, params: { isVerified: boolean }) => params.isVerified,
    hasLinkedCode: (_, params: { hasLinkedCode: boolean }) => params.hasLinkedCode,
  },
  delays: {
    pollInterval: seconds(10),
    resendCoolDown: seconds(30),
  },
});
