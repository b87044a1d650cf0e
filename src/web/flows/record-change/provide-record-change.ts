import { implement } from '#machines/kit/implement.ts';
import { recordChangeMachine } from '#machines/record-change/record-change.machine.ts';
import type { RecordChange, RecordDraft, SavedChange } from '#machines/record-change/record-change.setup.ts';
import { unsavedIn } from '#web/effects/form-drafts.ts';

/** Of several fields that say what each was before, one was written on. */
function hasUnsaved(draft: RecordDraft): boolean {
  const before = Object.entries(draft).flatMap(([field, words]) =>
    field.startsWith('before-') ? [[field.slice('before-'.length), words]] : [],
  );
  const written = Object.fromEntries(before.map(([field = '']) => [field, draft[field] ?? '']));
  return unsavedIn({ written, from: {} }, Object.fromEntries(before)) !== null;
}

/** @param keepOnDevice null: the form of these fields is forgotten */
export function provideRecordChange(
  save: (change: RecordChange) => Promise<SavedChange>,
  keepOnDevice: (draft: RecordDraft, kept: RecordDraft | null) => void,
): typeof recordChangeMachine {
  return implement(recordChangeMachine, ({ promise }) =>
    promise('saveChange', ({ input }) => save(input.change)),
  ).provide({
    actions: {
      keepOnDevice: ({ context: { draft } }) => draft && keepOnDevice(draft, draft),
      forgetOnDevice: ({ context: { draft } }) => draft && keepOnDevice(draft, null),
      keepRestOnDevice: ({ context: { draft } }) =>
        draft && keepOnDevice(draft, hasUnsaved(draft) ? draft : null),
    },
  });
}
