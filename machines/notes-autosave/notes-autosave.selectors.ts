import type { SnapshotFrom } from 'xstate';
import type { notesAutosaveMachine } from './notes-autosave.machine.ts';

type NotesAutosaveSnapshot = SnapshotFrom<typeof notesAutosaveMachine>;

export type NotesAutosaveStep =
  | 'idle'
  | 'restored'
  | 'typing'
  | 'untitled'
  | 'saving'
  | 'saved'
  | 'waitingForNetwork'
  | 'conflict'
  | 'failed';

/** The step of a snapshot: the one place that knows the machine's state names. */
export function selectNotesAutosaveStep(snapshot: NotesAutosaveSnapshot): NotesAutosaveStep {
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
  return 'idle';
}

/** Whether there is text that the server does not have. */
export const selectHasUnsaved = (snapshot: NotesAutosaveSnapshot) =>
  !snapshot.matches('idle') && !snapshot.matches('saved');
