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
    'user.arrived': { noGesture: 'the root of the app tells it, once the login says who is signed in' },
    'notices.toggled': { control },
    'analysis.ended': { noGesture: 'an analysis that runs in this tab tells it' },
    'hearing.restored': { noGesture: 'the app tells it, once the server says so' },
    'user.left': { noGesture: 'the user signs out in another tab, or the server ends the session' },
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
