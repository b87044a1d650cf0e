import { type Invariant, remembering } from '../kit/catalogue.ts';

export const clientIdLookupInvariants: readonly Invariant<{ readonly clientId: string | null }>[] = [
  remembering<object, number>({
    name: 'waits at most 200 ms for the id',
    requirement: 'R9.11',
    start: 0,
    after: (spent, { waited }) => Math.min(200, spent + waited),
    holds: ({ isIn }, spent) => !isIn('lookingUp') || spent < 200,
  }),
  {
    name: 'returns an id exactly when it found one',
    requirement: 'R9.11',
    holds: ({ isIn, context }) => isIn('found') === (context.clientId !== null),
  },
];
