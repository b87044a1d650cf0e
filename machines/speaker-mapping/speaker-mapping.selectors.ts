import type { SnapshotFrom } from 'xstate';
import type { speakerMappingMachine } from './speaker-mapping.machine.ts';

type SpeakerMappingSnapshot = SnapshotFrom<typeof speakerMappingMachine>;

const steps = ['loading', 'unread', 'shown', 'changing', 'changingVoices', 'remembering', 'undoing'] as const;
const outcomes = ['unnamed', 'outdated', 'changed', 'undone', 'remembered', 'regrouped'] as const;

type SpeakerMappingStep = 'closed' | (typeof steps)[number];

export const selectMappingStep = (snapshot: SpeakerMappingSnapshot): SpeakerMappingStep =>
  steps.find((open) => snapshot.matches({ open })) ?? 'closed';

export const selectMappingOutcome = (snapshot: SpeakerMappingSnapshot) =>
  outcomes.find((outcome) => snapshot.matches({ open: { shown: { outcome } } })) ?? null;

export const selectMapping = ({ context }: SpeakerMappingSnapshot) => context;
