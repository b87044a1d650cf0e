import { assign, setup } from 'xstate';
import type { Tag } from '../kit/tags.ts';

/** Required modals, in order of precedence (R2.34). */
export const demandedModals = ['agreements', 'emailVerification', 'reSignIn', 'copylessNotice'] as const;
export type DemandedModal = (typeof demandedModals)[number];

export const openedModals = [
  'feedback',
  'accountSettings',
  'creditsAndBilling',
  'deleteAccount',
  'purchaseOptions',
  'share',
  'proposals',
  'nameCorrection',
  'speakerMapping',
  'checkInbox',
  'voiceErasure',
  'notesEditing',
] as const;
export type OpenedModal = (typeof openedModals)[number];

export type ModalName = DemandedModal | OpenedModal;

export interface ModalsContext {
  readonly demanded: readonly DemandedModal[];
  readonly opened: OpenedModal | null;
}

export type ModalsEvent =
  | { type: 'modal.demanded'; modal: DemandedModal }
  /** The user has answered it, or it is no longer needed. */
  | { type: 'modal.settled'; modal: DemandedModal }
  | { type: 'modal.opened'; modal: OpenedModal }
  | { type: 'modal.closed' }
  | { type: 'user.left' };

export const modalsSetup = setup({
  types: {} as { context: ModalsContext; events: ModalsEvent; tags: Tag },
  actions: {
    addDemand: assign({
      demanded: ({ context }, params: { modal: DemandedModal }) =>
        demandedModals.filter((modal) => modal === params.modal || context.demanded.includes(modal)),
    }),
    removeDemand: assign({
      demanded: ({ context }, params: { modal: DemandedModal }) =>
        context.demanded.filter((modal) => modal !== params.modal),
    }),
    keepOpened: assign({ opened: (_, params: { modal: OpenedModal }) => params.modal }),
    forgetOpened: assign({ opened: null }),
    forgetAll: assign({ demanded: [], opened: null }),
  },
  guards: {
    isDemanded: ({ context }) => context.demanded.length > 0,
    isOpened: ({ context }) => context.opened !== null,
  },
});
