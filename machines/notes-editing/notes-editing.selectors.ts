import type { SnapshotFrom } from 'xstate';
import type { notesEditingMachine } from './notes-editing.machine.ts';

type NotesEditingSnapshot = SnapshotFrom<typeof notesEditingMachine>;

const steps = ['loading', 'unread', 'listed', 'reading', 'compared', 'restoring', 'undoing'] as const;
const listed = ['outdated', 'restored', 'undone'] as const;

export type NotesEditingStep = 'closed' | (typeof steps)[number];

/** What the dialog shows: the one place that knows the paths of the chart's states. */
export const selectNotesEditingStep = (snapshot: NotesEditingSnapshot): NotesEditingStep =>
  steps.find((open) => snapshot.matches({ open })) ?? 'closed';

/** What the dialog says of the last thing that the user did; null: nothing, or that it failed. */
export const selectNotesEditingOutcome = (snapshot: NotesEditingSnapshot) => {
  if (snapshot.matches({ open: { compared: 'outdated' } })) return 'outdated';
  return listed.find((outcome) => snapshot.matches({ open: { listed: outcome } })) ?? null;
};

export const selectNotesEditing = ({ context }: NotesEditingSnapshot) => context;
