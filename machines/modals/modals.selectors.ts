import type { SnapshotFrom } from 'xstate';
import { tag } from '../kit/tags.ts';
import type { modalsMachine } from './modals.machine.ts';
import type { DemandedModal, OpenedModal } from './modals.setup.ts';

type ModalsSnapshot = SnapshotFrom<typeof modalsMachine>;

/** The one modal on top; null while none covers the page. */
export function selectTopModal(snapshot: ModalsSnapshot): DemandedModal | OpenedModal | null {
  if (!snapshot.hasTag(tag.modal)) return null;
  return snapshot.matches('opened') ? snapshot.context.opened : (snapshot.value as DemandedModal);
}
