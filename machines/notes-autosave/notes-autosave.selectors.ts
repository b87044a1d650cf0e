import type { SnapshotFrom } from 'xstate';
import type { notesAutosaveMachine } from './notes-autosave.machine.ts';

type NotesAutosaveSnapshot = SnapshotFrom<typeof notesAutosaveMachine>;

export function selectNotesAutosaveStep(snapshot: NotesAutosaveSnapshot) {
  for (const step of [
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
  return 'idle' as const;
}

export const selectHasUnsaved = (snapshot: NotesAutosaveSnapshot) =>
  !snapshot.matches('idle') && !snapshot.matches('saved');
