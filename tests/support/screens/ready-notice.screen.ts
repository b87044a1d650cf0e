import type { FlowScreen } from './screen.ts';

const control = { role: 'switch', name: 'Notify me in this browser when my notes are ready' } as const;
const shown = { text: 'Notify me in this browser when my notes are ready' } as const;
const asked = { text: 'Your browser is asking you now.' } as const;
const blocked = {
  text: 'Your browser blocks notifications. Allow notifications for this site in its settings, then reload this page.',
} as const;

export const readyNoticeScreen: FlowScreen = {
  flow: 'ready-notice',
  begin: 'Sign in, start an analysis, and go to another page of the app while it runs.',
  address: '/terms',
  gestures: {
    'user.arrived': { instead: 'Sign in, or reload the page while signed in.' },
    'notices.toggled': { control },
    'analysis.ended: an analysis ends while the window is hidden': {
      instead:
        'Start an analysis, switch to another window, and wait until the system says there that it has ended.',
    },
    'analysis.ended': { instead: 'Start an analysis and wait until it has ended.' },
    'hearing.restored': { instead: 'Start the server’s speech service again, and wait a minute.' },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  promises: [
    { in: 'absent', doesNotSee: [shown] },
    { in: 'present.unsupported', doesNotSee: [shown] },
    { in: 'present.off', sees: () => [shown], doesNotSee: [asked, blocked] },
    { in: 'present.asking', sees: () => [shown, asked] },
    { in: 'present.on', sees: () => [shown], doesNotSee: [asked, blocked] },
    { in: 'present.blocked', sees: () => [blocked] },
  ],
};
