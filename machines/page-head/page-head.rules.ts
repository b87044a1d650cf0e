import { type Invariant, remembering } from '../kit/catalogue.ts';
import type { HeadSource } from './page-head.machine.ts';

/** What holds in every state of keeping the head. */
export const pageHeadInvariants: readonly Invariant<{ readonly source: HeadSource | null }>[] = [
  remembering({
    name: 'the head is written once no other place has been shown for 10 ms',
    requirement: 'R9.11',
    start: { rested: 0 },
    after: ({ rested }, { cause, waited }) => ({
      rested: cause === null ? Math.min(10, rested + waited) : 0,
    }),
    holds: ({ started }, { rested }) => started.length === 0 || rested === 10,
  }),
  {
    name: 'what was shown last is never left without its head',
    requirement: 'R9.11',
    holds: ({ cause, isIn }) => cause !== 'place.shown' || isIn('settling'),
  },
];
