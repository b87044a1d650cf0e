import type { SnapshotFrom } from 'xstate';
import type { notesPostingMachine } from './notes-posting.machine.ts';

type NotesPostingSnapshot = SnapshotFrom<typeof notesPostingMachine>;

const steps = [
  'preparing',
  'unprepared',
  'withoutWebhook',
  'empty',
  'previewed',
  'creating',
  'refused',
  'following',
  'posted',
  'failed',
] as const;

type NotesPostingStep = 'closed' | (typeof steps)[number];

export const selectNotesPostingStep = (snapshot: NotesPostingSnapshot): NotesPostingStep =>
  steps.find((open) => snapshot.matches({ open })) ?? 'closed';
