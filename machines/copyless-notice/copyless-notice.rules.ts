import { type Invariant, remembering } from '../kit/catalogue.ts';

/** What holds in every state of the notice. */
export const copylessNoticeInvariants: readonly Invariant<Record<string, never>>[] = [
  remembering<Record<string, never>, number>({
    name: 'the notice is demanded exactly while it is shown',
    requirement: 'R2.34',
    start: 0,
    after: (demands, { actions }) =>
      demands +
      actions.filter((name) => name === 'demandNotice').length -
      actions.filter((name) => name === 'settleNotice').length,
    holds: ({ isIn }, demands) => demands === (isIn('shown') ? 1 : 0),
  }),
  {
    name: 'it counts as shown only once the user has put it away',
    requirement: 'R4.17',
    holds: ({ actions, cause }) => actions.includes('rememberShown') === (cause === 'notice.dismissed'),
  },
];
