import type { SnapshotFrom } from 'xstate';
import type { notesImportMachine } from './notes-import.machine.ts';

type NotesImportSnapshot = SnapshotFrom<typeof notesImportMachine>;

/** Where the import stands, for the dialog; closed where there is none. */
export function selectImportStep({ value }: NotesImportSnapshot) {
  return typeof value === 'object' ? value.open : 'closed';
}
