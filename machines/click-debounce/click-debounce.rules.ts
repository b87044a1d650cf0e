import { type Invariant, remembering } from '../kit/catalogue.ts';

/** What holds in every state of a button. */
export const clickDebounceInvariants: readonly Invariant<object>[] = [
  remembering({
    name: 'no click passes within 300 ms of the one before',
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
    name: 'every click either passes or is swallowed',
    requirement: 'R5.10',
    holds: ({ cause, actions }) => cause !== 'click' || actions.length === 1,
  },
];
