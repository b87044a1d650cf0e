import { type Invariant, remembering } from '../kit/catalogue.ts';

/** What holds in every state of the lookup. */
export const clientIdLookupInvariants: readonly Invariant<{ readonly clientId: string | null }>[] = [
  remembering<object, number>({
    name: 'nobody waits longer than 200 ms for the id',
    requirement: 'R9.11',
    start: 0,
    after: (spent, { waited }) => Math.min(200, spent + waited),
    holds: ({ isIn }, spent) => !isIn('lookingUp') || spent < 200,
  }),
  {
    name: 'it ends with an id exactly where one was found',
    requirement: 'R9.11',
    holds: ({ isIn, context }) => isIn('found') === (context.clientId !== null),
  },
];
