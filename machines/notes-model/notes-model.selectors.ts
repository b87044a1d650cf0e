import type { SnapshotFrom } from 'xstate';
import type { notesModelMachine } from './notes-model.machine.ts';
import { ofThisComputer } from './notes-model.setup.ts';

type NotesModelSnapshot = SnapshotFrom<typeof notesModelMachine>;

export const selectEngines = ({ context }: NotesModelSnapshot) => context.engines;

export const selectModelHere = ({ context }: NotesModelSnapshot) => ofThisComputer(context.engines);

export const selectModelFailure = ({ context }: NotesModelSnapshot) => context.failure;

export function selectModelStep(snapshot: NotesModelSnapshot) {
  for (const step of ['reading', 'known', 'starting', 'fetching', 'cancelling', 'removing'] as const)
    if (snapshot.matches(step)) return step;
  return 'unread' as const;
}
