import { type Invariant, remembering } from '../kit/catalogue.ts';
import type { HeadSource } from './page-head.machine.ts';

export const pageHeadInvariants: readonly Invariant<{ readonly source: HeadSource | null }>[] = [
  remembering({
    name: 'writes the head once no other page has been shown for 10 ms',
    requirement: 'R9.11',
    start: { rested: 0 },
    after: ({ rested }, { cause, waited }) => ({
      rested: cause === null ? Math.min(10, rested + waited) : 0,
    }),
    holds: ({ started }, { rested }) => started.length === 0 || rested === 10,
  }),
  {
    name: 'always writes the head of the last page shown',
    requirement: 'R9.11',
    holds: ({ cause, isIn }) => cause !== 'place.shown' || isIn('settling'),
  },
];
