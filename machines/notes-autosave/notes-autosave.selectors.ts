import type { SnapshotFrom } from 'xstate';
import type { notesAutosaveMachine } from './notes-autosave.machine.ts';

type NotesAutosaveSnapshot = SnapshotFrom<typeof notesAutosaveMachine>;

export function selectNotesAutosaveStep(snapshot: NotesAutosaveSnapshot) {
  for (const step of [
    'open',
    'restored',
    'typing',
    'untitled',
    'saving',
    'saved',
    'waitingForNetwork',
    'conflict',
    'failed',
  ] as const) {
    if (snapshot.matches(step)) return step;
  }
  return 'closed' as const;
}

export const selectHasUnsaved = (snapshot: NotesAutosaveSnapshot) =>
  !(['closed', 'open', 'saved'] as const).some((step) => snapshot.matches(step));
