import type { EquivalentMutants, Invariant } from '../kit/catalogue.ts';
import type { InstructionContext } from './instruction.setup.ts';

export const instructionInvariants: readonly Invariant<InstructionContext>[] = [
  {
    name: 'asks a language model, and cancels, only when the user does',
    holds: ({ started, cause }) =>
      (!started.includes('giveInstruction') || cause === 'text.submitted') &&
      (!started.includes('endInstruction') || cause === 'cancel.requested'),
  },
  {
    name: 'keeps the instruction when the model or the server fails',
    holds: ({ isIn, context }) => !isIn('open.failed') || context.text !== '',
  },
  {
    name: 'keeps nothing once the dialog is closed',
    holds: ({ isIn, context, running }) =>
      !isIn('closed') || (context.place === null && context.text === '' && running.length === 0),
  },
  { name: 'only one request runs at a time', holds: ({ running }) => running.length <= 1 },
];

const reordered = (from: string, guard: string, to: string) =>
  `reorder: instruction.open.${from} --done(readInstruction)#${guard}--> instruction.open.${to} after the next`;

export const instructionEquivalents: readonly EquivalentMutants[] = [
  {
    mutants: [
      reordered('reading', '0[isUnderWay]', 'following'),
      reordered('reading', '1[isDone]', 'proposed'),
      reordered('following.asking', '0[isUnderWay]', 'following.waiting'),
      reordered('following.asking', '1[isDone]', 'proposed'),
    ],
    reason: 'An instruction is in one state, so at most one of the two guards is true.',
  },
];
