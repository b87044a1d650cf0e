import { demandedWhile, type Invariant } from '../kit/catalogue.ts';

export const copylessNoticeInvariants: readonly Invariant<Record<string, never>>[] = [
  demandedWhile<Record<string, never>>({
    name: 'requests the modal exactly while the notice is shown',
    state: 'shown',
    demand: 'demandNotice',
    settle: 'settleNotice',
  }),
  {
    name: 'counts as shown only after the user dismisses it',
    requirement: 'R4.17',
    holds: ({ actions, cause }) => actions.includes('rememberShown') === (cause === 'notice.dismissed'),
  },
];
