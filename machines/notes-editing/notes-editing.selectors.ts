import type { SnapshotFrom } from 'xstate';
import type { notesEditingMachine } from './notes-editing.machine.ts';

type NotesEditingSnapshot = SnapshotFrom<typeof notesEditingMachine>;

const steps = ['loading', 'unread', 'listed', 'reading', 'compared', 'restoring', 'undoing'] as const;
const listed = ['outdated', 'restored', 'undone'] as const;

type NotesEditingStep = 'closed' | (typeof steps)[number];

export const selectNotesEditingStep = (snapshot: NotesEditingSnapshot): NotesEditingStep =>
  steps.find((open) => snapshot.matches({ open })) ?? 'closed';

export const selectNotesEditingOutcome = (snapshot: NotesEditingSnapshot) => {
  if (snapshot.matches({ open: { compared: 'outdated' } })) return 'outdated';
  return listed.find((outcome) => snapshot.matches({ open: { listed: outcome } })) ?? null;
};

export const selectNotesEditing = ({ context }: NotesEditingSnapshot) => context;
