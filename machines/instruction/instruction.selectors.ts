import type { SnapshotFrom } from 'xstate';
import type { instructionMachine } from './instruction.machine.ts';

type InstructionSnapshot = SnapshotFrom<typeof instructionMachine>;

const steps = [
  'reading',
  'unread',
  'writing',
  'sending',
  'following',
  'cancelling',
  'proposed',
  'failed',
] as const;

export const selectInstructionStep = (snapshot: InstructionSnapshot): 'closed' | (typeof steps)[number] =>
  steps.find((step) => snapshot.matches({ open: step })) ?? 'closed';
