import { type Invariant, remembering } from '../kit/catalogue.ts';
import type { NextStepsContext } from './next-steps.setup.ts';

const text = ({ done, skipped, isPutAway }: NextStepsContext) => JSON.stringify([done, skipped, isPutAway]);

export const nextStepsInvariants: readonly Invariant<NextStepsContext>[] = [
  {
    name: 'no step is both done and skipped',
    holds: ({ context: { done, skipped } }) => !done.some((step) => skipped.includes(step)),
  },
  remembering<NextStepsContext, { seen: string | null; isRight: boolean }>({
    name: 'every change is remembered, so that a reload shows the same',
    start: { seen: null, isRight: true },
    after: ({ seen }, { context, actions }) => ({
      seen: text(context),
      isRight: seen === null || seen === text(context) || actions.includes('remember'),
    }),
    holds: (_, { isRight }) => isRight,
  }),
  {
    name: 'a place is open exactly while the user is there',
    holds: ({ isIn, context }) => isIn('visiting') === (context.open !== null),
  },
  {
    name: 'what was put away stays away until it is called back',
    holds: ({ isIn, context }) => isIn('away') === context.isPutAway,
  },
];
