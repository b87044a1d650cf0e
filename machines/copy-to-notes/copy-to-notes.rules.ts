import type { Invariant } from '../kit/catalogue.ts';
import type { CopyToNotesContext } from './copy-to-notes.machine.ts';

export const copyToNotesInvariants: readonly Invariant<CopyToNotesContext>[] = [
  {
    name: 'changes notes that exist only as the user chose',
    requirement: 'D7',
    holds: ({ started, cause, context }) =>
      !started.includes('copyNotes') || context.mode === 'fillEmpty' || cause === 'choice.made',
  },
  {
    name: 'says why nothing was copied',
    requirement: 'R8.10',
    holds: ({ isIn, context }) => (isIn('failed') || isIn('asking.failed')) === (context.failure !== null),
  },
];
