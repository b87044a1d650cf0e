import type { SnapshotFrom } from 'xstate';
import type { nameCorrectionMachine } from './name-correction.machine.ts';

type NameCorrectionSnapshot = SnapshotFrom<typeof nameCorrectionMachine>;

const steps = [
  'asking',
  'previewing',
  'nothing',
  'choosing',
  'applying',
  'applied',
  'undoing',
  'undone',
] as const;

export function selectCorrectionStep(snapshot: NameCorrectionSnapshot) {
  return steps.find((open) => snapshot.matches({ open })) ?? ('closed' as const);
}

export const selectIsIncomplete = (snapshot: NameCorrectionSnapshot) =>
  snapshot.matches({ open: { asking: 'incomplete' } });
export const selectIsOutdated = (snapshot: NameCorrectionSnapshot) =>
  snapshot.matches({ open: { choosing: 'outdated' } });
export const selectCorrection = ({ context }: NameCorrectionSnapshot) => context;
