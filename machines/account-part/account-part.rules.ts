import type { Invariant } from '../kit/catalogue.ts';
import type { Failure } from '../kit/failure.ts';

/** What holds in every state of loading the account part. */
export const accountPartInvariants: readonly Invariant<{ readonly failure: Failure | null }>[] = [
  {
    name: 'nothing is loaded for a visitor until it is needed',
    holds: ({ cause, started }) => started.length === 0 || cause === 'account.needed',
  },
  {
    name: 'a failure is told while it stands, and no longer',
    holds: ({ context, isIn }) => (context.failure !== null) === isIn('failed'),
  },
];
