import type { Invariant } from '../kit/catalogue.ts';

export const tourInvariants: readonly Invariant<Record<string, never>>[] = [
  {
    name: 'counts as seen exactly when the user closes it',
    holds: ({ actions, cause }) => actions.includes('rememberSeen') === (cause === 'tour.closed'),
  },
];
