import { demandedWhile, type Invariant } from '../kit/catalogue.ts';

/** What holds in every state of the notice. */
export const copylessNoticeInvariants: readonly Invariant<Record<string, never>>[] = [
  demandedWhile<Record<string, never>>({
    name: 'the notice is demanded exactly while it is shown',
    state: 'shown',
    demand: 'demandNotice',
    settle: 'settleNotice',
  }),
  {
    name: 'it counts as shown only once the user has put it away',
    requirement: 'R4.17',
    holds: ({ actions, cause }) => actions.includes('rememberShown') === (cause === 'notice.dismissed'),
  },
];
