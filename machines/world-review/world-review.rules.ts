import type { Invariant } from '../kit/catalogue.ts';
import type { WorldReviewContext } from './world-review.setup.ts';

export const worldReviewInvariants: readonly Invariant<WorldReviewContext>[] = [
  {
    name: 'changes only what the game master asks for',
    holds: ({ started, cause }) =>
      !started.includes('saveChanges') ||
      cause === 'change.requested' ||
      cause === 'undo.requested' ||
      cause === 'retry',
  },
  {
    name: 'offers to undo exactly what was saved',
    holds: ({ isIn, context }) => !isIn('settled.changed') || context.undo.length > 0,
  },
  {
    name: 'says why a change was not saved',
    requirement: 'R8.10',
    holds: ({ isIn, context }) =>
      (isIn('settled.failed') || isIn('settled.undoFailed') || isIn('settled.outdated')) ===
      (context.failure !== null),
  },
  {
    name: 'shows the index as it is after every change, and after one that came too late',
    holds: ({ actions, cause }) =>
      !['saveChanges: the change is saved', 'saveChanges: somebody changed it meanwhile'].includes(
        cause ?? '',
      ) || actions.includes('refreshWorld'),
  },
];
