import { type EquivalentMutants, followedToItsEnd, type Invariant, remembering } from '../kit/catalogue.ts';
import { type InstructionContext, isUnderWay } from './instruction.setup.ts';

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
  remembering<InstructionContext, { wasAtWork: boolean; isRead: boolean }>({
    name: 'reads the suggestions again when the language model is no longer at work, and when the dialog learns what it has proposed',
    requirement: 'D18',
    start: { wasAtWork: false, isRead: true },
    after: ({ wasAtWork }, { isIn, context, cause, actions }) => {
      const isAtWork = isUnderWay(context.status);
      const isTold = ['open.failed', 'open.reading'].some(isIn) || cause === 'user.left';
      const hasEnded = wasAtWork && !isAtWork && !isTold;
      const isReadAgain =
        actions.includes('refreshProposals') || !(hasEnded || cause?.endsWith('are proposed'));
      return { wasAtWork: isAtWork, isRead: isReadAgain };
    },
    holds: (_, { isRead }) => isRead,
  }),
  followedToItsEnd<InstructionContext>({
    name: 'follows the instruction that was sent, also when the dialog is closed before the server answers, and opened again',
    states: ['open.sending', 'behind.sending'],
    actors: ['giveInstruction', 'followGiving'],
    placeIn: ({ place }) => place?.sessionId,
  }),
  {
    name: 'keeps nothing of a session once the dialog is closed',
    holds: ({ isIn, context, running }) =>
      !isIn('closed') || (context.place === null && context.text === '' && running.length === 0),
  },
  remembering<InstructionContext, { wasGiven: boolean; isKept: boolean }>({
    name: 'puts an instruction that ends without an answer back into the field',
    requirement: 'D18',
    start: { wasGiven: false, isKept: true },
    after: ({ wasGiven }, { isIn, actions }) => ({
      wasGiven: isIn('open.following') || isIn('open.cancelling'),
      isKept: actions.includes('keepAsDraft') === (wasGiven && isIn('open.writing')),
    }),
    holds: (_, { isKept }) => isKept,
  }),
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
