import type { SnapshotFrom } from 'xstate';
import type { notesImportMachine } from './notes-import.machine.ts';

type NotesImportSnapshot = SnapshotFrom<typeof notesImportMachine>;

export function selectImportStep({ value }: NotesImportSnapshot) {
  return typeof value === 'object' ? value.open : 'closed';
}
