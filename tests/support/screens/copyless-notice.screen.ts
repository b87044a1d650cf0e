import type { FlowScreen } from './screen.ts';

const title = 'No more copying';
const notice = { role: 'dialog', text: title } as const;

export const copylessNoticeScreen: FlowScreen = {
  flow: 'copyless-notice',
  begin: 'Sign in as a user who has never dismissed the notice, and open the campaigns.',
  address: '/campaign',
  demanded: {
    title,
    arrival: { type: 'user.arrived', userCreatedAt: '2025-09-29T23:59:59.999Z', wasShown: false },
  },
  gestures: {
    'user.arrived': { instead: 'Sign in, or reload the page while signed in.' },
    'notice.dismissed': { control: { role: 'button', name: 'Got it' } },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  promises: [
    { in: 'deciding', doesNotSee: [notice] },
    { in: 'shown', sees: () => [notice] },
    { in: 'dismissed', doesNotSee: [notice] },
  ],
};
