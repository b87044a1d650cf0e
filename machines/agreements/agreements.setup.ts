import { assign, setup } from 'xstate';
import type { Agreement } from '#contract/agreements.ts';
import { seconds } from '../kit/durations.ts';
import { type Failure, failureOf, hasCode } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export interface AgreementsContext {
  readonly pending: readonly Agreement[];
  readonly isBoxChecked: boolean;
  readonly failure: Failure | null;
}

type AgreementsEvent =
  | { type: 'user.arrived'; agreementsAccepted: boolean }
  | { type: 'box.changed'; isChecked: boolean }
  | { type: 'agreements.accepted' }
  | { type: 'agreements.declined' }
  | { type: 'retry' }
  | { type: 'user.left' };

export const agreementsSetup = setup({
  types: {} as { context: AgreementsContext; events: AgreementsEvent; tags: Tag },
  actors: {
    listAgreements: notProvidedActor<readonly Agreement[]>('listAgreements'),
    acceptAgreement: notProvidedActor<void, Pick<Agreement, 'name' | 'version'>>('acceptAgreement'),
  },
  actions: {
    keepPending: assign({
      pending: (_, params: { pending: readonly Agreement[] }) => params.pending,
      isBoxChecked: false,
    }),
    keepBox: assign({ isBoxChecked: (_, params: { isChecked: boolean }) => params.isChecked }),
    dropFirst: assign({ pending: ({ context }) => context.pending.slice(1) }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
    forgetAll: assign({ pending: [], isBoxChecked: false, failure: null }),
    demandModal: notProvidedAction('demandModal'),
    settleModal: notProvidedAction('settleModal'),
    reloadPage: notProvidedAction('reloadPage'),
    leaveAccount: notProvidedAction('leaveAccount'),
  },
  delays: { signOutPatience: seconds(15) },
  guards: {
    areAccepted: (_, params: { agreementsAccepted: boolean }) => params.agreementsAccepted,
    areNone: (_, params: { pending: readonly Agreement[] }) => params.pending.length === 0,
    isBoxChecked: ({ context }) => context.isBoxChecked,
    isLast: ({ context }) => context.pending.length <= 1,
    hasChanged: (_, params: { error: unknown }) => hasCode(params.error, 'agreementChanged', 'notFound'),
  },
});
