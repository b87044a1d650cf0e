import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { recordChangeMachine } from '#machines/record-change/record-change.machine.ts';
import type { RecordChange, SavedChange } from '#machines/record-change/record-change.setup.ts';

export function provideRecordChange(
  save: (change: RecordChange) => Promise<SavedChange>,
): typeof recordChangeMachine {
  return provideActors(
    recordChangeMachine,
    implement(recordChangeMachine).promise('saveChange', ({ input }) => save(input.change)),
  );
}
