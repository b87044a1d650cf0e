import type { SnapshotFrom } from 'xstate';
import type { olderNotesMachine } from './older-notes.machine.ts';

type OlderNotesSnapshot = SnapshotFrom<typeof olderNotesMachine>;

const steps = [
  'reading',
  'offered',
  'planning',
  'choosing',
  'starting',
  'running',
  'cancelling',
  'ended',
  'closing',
] as const;

type OlderNotesStep = 'quiet' | (typeof steps)[number];

export const selectOlderStep = (snapshot: OlderNotesSnapshot): OlderNotesStep =>
  steps.find((step) => snapshot.matches(step)) ?? 'quiet';

export const selectOlderNotes = ({ context }: OlderNotesSnapshot) => context;
