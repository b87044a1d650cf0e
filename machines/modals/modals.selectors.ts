import type { SnapshotFrom } from 'xstate';
import type { modalsMachine } from './modals.machine.ts';
import { type DemandedModal, demandedModals, type ModalName } from './modals.setup.ts';

type ModalsSnapshot = SnapshotFrom<typeof modalsMachine>;

export function selectTopModal(snapshot: ModalsSnapshot): ModalName | null {
  return selectWantedModals(snapshot)[0] ?? null;
}

/** Every requested modal, in order of precedence; the first is on top. */
export function selectWantedModals({ context: { demanded, opened } }: ModalsSnapshot): readonly ModalName[] {
  return opened === null ? demanded : [...demanded, opened];
}

/** Whether it is required, and only an answer closes it. */
export function isDemandedModal(modal: ModalName): modal is DemandedModal {
  return demandedModals.some((one) => one === modal);
}
