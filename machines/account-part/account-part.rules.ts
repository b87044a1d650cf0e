import type { Invariant } from '../kit/catalogue.ts';
import type { Failure } from '../kit/failure.ts';

export const accountPartInvariants: readonly Invariant<{ readonly failure: Failure | null }>[] = [
  {
    name: 'loads nothing for a visitor until it is needed',
    holds: ({ cause, started }) => started.length === 0 || cause === 'account.needed',
  },
  {
    name: 'shows a failure only as long as it applies',
    holds: ({ context, isIn }) => (context.failure !== null) === isIn('failed'),
  },
];
