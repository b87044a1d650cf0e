import { defineFlow, demandedWhile } from '../kit/catalogue.ts';
import { copylessNoticeMachine } from './copyless-notice.machine.ts';

const lastMomentBefore = '2025-09-29T23:59:59.999Z';
const firstMomentAfter = '2025-09-30T00:00:00.000Z';

export const copylessNoticeFlow = defineFlow({
  name: 'copyless-notice',
  title: 'Notice: no more copying',
  group: 'Account',
  paragraph:
    'Users who joined before 30 September 2025 copied results into their notes themselves. Each browser shows them once ' +
    'that results are now copied into empty notes.',
  requirements: ['R4.17'],
  synonyms: {
    copy: ['clipboard', 'paste'],
  },
  machine: copylessNoticeMachine,
  events: {
    'user.arrived': [
      {
        name: 'a user who joined before 30 September 2025 arrives',
        event: { type: 'user.arrived', userCreatedAt: lastMomentBefore, wasShown: false },
      },
      {
        name: 'a user who joined on 30 September 2025 arrives',
        event: { type: 'user.arrived', userCreatedAt: firstMomentAfter, wasShown: false },
      },
      {
        name: 'a user arrives who has seen the notice',
        event: { type: 'user.arrived', userCreatedAt: lastMomentBefore, wasShown: true },
      },
    ],
    'notice.dismissed': 'the user dismisses it',
    'user.left': 'the user is signed out',
  },
  outcomes: {},
  guards: {
    isDue: 'The user joined before 30 September 2025, and this browser has not shown the notice.',
  },
  invariants: [
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
  ],
});
