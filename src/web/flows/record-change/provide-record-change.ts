import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { recordChangeMachine } from '#machines/record-change/record-change.machine.ts';
import type { RecordChange, RecordDraft, SavedChange } from '#machines/record-change/record-change.setup.ts';

/** @param keepOnDevice whether the form is kept, or forgotten */
export function provideRecordChange(
  save: (change: RecordChange) => Promise<SavedChange>,
  keepOnDevice: (draft: RecordDraft, isKept: boolean) => void,
): typeof recordChangeMachine {
  return provideActors(
    recordChangeMachine,
    implement(recordChangeMachine).promise('saveChange', ({ input }) => save(input.change)),
  ).provide({
    actions: {
      keepOnDevice: ({ context: { draft } }) => draft && keepOnDevice(draft, true),
      forgetOnDevice: ({ context: { draft } }) => draft && keepOnDevice(draft, false),
    },
  });
}
