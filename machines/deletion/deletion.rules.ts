import type { Invariant } from '../kit/catalogue.ts';
import type { Failure } from '../kit/failure.ts';

export const deletionInvariants: readonly Invariant<{ readonly failure: Failure | null }>[] = [
  {
    name: 'deletes only what the user has confirmed',
    holds: ({ started, cause }) => !started.includes('deleteRecord') || cause === 'deletion.confirmed',
  },
  {
    name: 'counts as deleted only once the server has deleted it',
    holds: ({ isIn, cause }) => !isIn('deleted') || cause === 'deleteRecord: it is deleted',
  },
  {
    name: 'says why a deletion failed',
    requirement: 'R8.10',
    holds: ({ isIn, context }) => isIn('failed') === (context.failure !== null),
  },
];
