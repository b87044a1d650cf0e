import type { SnapshotFrom } from 'xstate';
import type { voiceErasureMachine } from './voice-erasure.machine.ts';

const steps = ['loading', 'choosing', 'confirming', 'erasing', 'following', 'requeueing', 'refused'] as const;

type VoiceErasureStep = 'closed' | (typeof steps)[number];

export const selectErasureStep = (snapshot: SnapshotFrom<typeof voiceErasureMachine>): VoiceErasureStep =>
  steps.find((open) => snapshot.matches({ open })) ?? 'closed';
