import { assign, setup } from 'xstate';
import { seconds } from '../kit/durations.ts';
import { type Failure, failureOf } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor, notProvidedCallback } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export interface EmailVerificationContext {
  /** Where the last mail went, masked; null before, or where the provider does not say. */
  readonly destination: string | null;
  /** Why the last mail could not be sent. */
  readonly mailFailure: Failure | null;
  /** Why the last code was not taken. */
  readonly codeFailure: Failure | null;
  /** The address that has taken the place of a mistyped one. */
  readonly correctedAddress: string | null;
  /** The address that was last given to take its place. */
  readonly wantedAddress: string | null;
  /** Why it was not taken. */
  readonly addressFailure: Failure | null;
}

export type EmailVerificationEvent =
  /** Somebody is signed in, perhaps by the link in the mail, whose code lies ready. */
  | { type: 'user.arrived'; hasLinkedCode: boolean }
  | { type: 'mail.requested' }
  /** A code was typed, or came with the link in the mail. It lies with the effect that needs it; no event carries it. */
  | { type: 'code.submitted' }
  /** The address was mistyped. */
  | { type: 'address.requested' }
  /** The password lies with the effect that needs it. */
  | { type: 'address.submitted'; address: string }
  | { type: 'cancel' }
  | { type: 'page.hidden' }
  | { type: 'page.shown' }
  | { type: 'user.left' };

export const emailVerificationSetup = setup({
  types: {} as { context: EmailVerificationContext; events: EmailVerificationEvent; tags: Tag },
  actors: {
    /** Asks the identity provider itself, not the token. */
    isVerified: notProvidedActor<boolean>('isVerified'),
    /** `isResend` chooses the words of a failure (R8.9). */
    sendMail: notProvidedActor<{ destination: string | null }, { isResend: boolean }>('sendMail'),
    confirmCode: notProvidedActor<void>('confirmCode'),
    /** Puts another address in the place of the mistyped one, by the password, and mails a code to it. */
    changeAddress: notProvidedActor<{ destination: string | null }, { address: string }>('changeAddress'),
    watchVisibility: notProvidedCallback('watchVisibility'),
    /** R4.14: the server learns that the address is confirmed. */
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
    /** What was wrong with the mail and the code was about the former address. */
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
    /** R4.13 */
    pollInterval: seconds(10),
    /** How long one waits before another mail may be asked for. */
    resendCoolDown: seconds(30),
  },
});
