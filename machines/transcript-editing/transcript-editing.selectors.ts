import type { SnapshotFrom } from 'xstate';
import type { LineEditKind } from '#contract/transcripts.ts';
import type { transcriptEditingMachine } from './transcript-editing.machine.ts';

type TranscriptEditingSnapshot = SnapshotFrom<typeof transcriptEditingMachine>;

const formSteps = ['writing', 'blank', 'failed', 'conflict'] as const;
const outcomes = ['saved', 'undone', 'notUndone'] as const;

export const selectFormStep = (
  snapshot: TranscriptEditingSnapshot,
): (typeof formSteps)[number] | 'saving' | null =>
  formSteps.find((open) => snapshot.matches({ open })) ?? (snapshot.matches('saving') ? 'saving' : null);

export const selectEditOutcome = (snapshot: TranscriptEditingSnapshot) =>
  outcomes.find((closed) => snapshot.matches({ closed })) ??
  (snapshot.matches('undoing') ? ('undoing' as const) : null);

/** Changes in another line are saved first. */
export const selectMayOpen = (snapshot: TranscriptEditingSnapshot): boolean =>
  snapshot.matches('closed') || snapshot.matches({ open: 'writing' });

export function selectChangeKind({ context: { change } }: TranscriptEditingSnapshot): LineEditKind | null {
  if (change === null) return null;
  if (change.lines.length === 2) return 'joined';
  return (['deleted', 'changed', 'split'] as const)[change.texts.length] ?? null;
}

export const selectEditing = ({ context }: TranscriptEditingSnapshot) => context;
