import type { SnapshotFrom } from 'xstate';
import { tag } from '../kit/tags.ts';
import type { recordChangeMachine } from './record-change.machine.ts';

type RecordChangeSnapshot = SnapshotFrom<typeof recordChangeMachine>;

export const selectIsSaving = (snapshot: RecordChangeSnapshot) => snapshot.hasTag(tag.busy);

/** What the page says of the last change; null: nothing. */
export const selectChangeWords = (snapshot: RecordChangeSnapshot): string | null => {
  if (snapshot.matches('saved')) return snapshot.context.change?.words ?? null;
  return snapshot.matches('undone') ? 'Undone.' : null;
};

export const selectChangeFailure = (snapshot: RecordChangeSnapshot): string | null =>
  snapshot.context.failure?.message ?? null;
