import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { recordChangeMachine } from '#machines/record-change/record-change.machine.ts';
import type { RecordChange, RecordDraft, SavedChange } from '#machines/record-change/record-change.setup.ts';

/** Of several fields that say what each was before, one was written on. */
const hasUnsaved = (draft: RecordDraft) =>
  Object.keys(draft).some((field) => {
    const before = draft[`before-${field}`];
    return before !== undefined && before.trim() !== draft[field]?.trim();
  });

/** @param keepOnDevice null: the form of these fields is forgotten */
export function provideRecordChange(
  save: (change: RecordChange) => Promise<SavedChange>,
  keepOnDevice: (draft: RecordDraft, kept: RecordDraft | null) => void,
): typeof recordChangeMachine {
  return provideActors(
    recordChangeMachine,
    implement(recordChangeMachine).promise('saveChange', ({ input }) => save(input.change)),
  ).provide({
    actions: {
      keepOnDevice: ({ context: { draft } }) => draft && keepOnDevice(draft, draft),
      forgetOnDevice: ({ context: { draft } }) => draft && keepOnDevice(draft, null),
      keepRestOnDevice: ({ context: { draft } }) =>
        draft && keepOnDevice(draft, hasUnsaved(draft) ? draft : null),
    },
  });
}
