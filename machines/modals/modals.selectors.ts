import type { SnapshotFrom } from 'xstate';
import type { modalsMachine } from './modals.machine.ts';

type ModalsSnapshot = SnapshotFrom<typeof modalsMachine>;

export function selectTopModal(snapshot: ModalsSnapshot): string | null {
  return selectWantedModals(snapshot)[0] ?? null;
}

/** The first is on top. */
export function selectWantedModals({ context: { demanded, opened } }: ModalsSnapshot): readonly string[] {
  return opened === null ? demanded : [...demanded, opened];
}
