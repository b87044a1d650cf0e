import { type Invariant, remembering } from '../kit/catalogue.ts';

export const clickDebounceInvariants: readonly Invariant<object>[] = [
  remembering({
    name: 'passes no click within 300 ms of the last one',
    requirement: 'R5.10',
    start: { since: 300, passedTooSoon: false },
    after: ({ since }, { actions, waited }) => {
      const now = Math.min(300, since + waited);
      const passes = actions.includes('passClick');
      return { since: passes ? 0 : now, passedTooSoon: passes && now < 300 };
    },
    holds: (_, { passedTooSoon }) => !passedTooSoon,
  }),
  {
    name: 'every click either passes or is ignored',
    requirement: 'R5.10',
    holds: ({ cause, actions }) => cause !== 'click' || actions.length === 1,
  },
];
