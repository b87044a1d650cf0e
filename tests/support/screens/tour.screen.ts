import type { FlowScreen } from './screen.ts';

const menu = { role: 'button', name: 'Session settings' } as const;
const evidence = { role: 'heading', text: 'Check any statement' } as const;
const names = { role: 'heading', text: 'Correct a name once' } as const;
const sharing = { role: 'heading', text: 'Share it with your players' } as const;

export const tourScreen: FlowScreen = {
  flow: 'tour',
  begin:
    'Sign in as a user who has never seen the hints, and open a session with notes; or choose “Show the hints” from “Session settings”.',
  address:
    '/campaign?campaignId=01900000-0000-7000-8000-000000000002&sessionId=01900000-0000-7000-8000-000000000003',
  gestures: {
    'notes.shown': { instead: 'Open a session that has notes.' },
    'tour.requested': {
      control: (_, { value }) =>
        value === 'resting' ? menu : { ...menu, name: 'Session settings of a tour' },
      perform: async (driver) => {
        await driver.click(menu);
        await driver.click({ role: 'menuitem', name: 'Show the hints' });
      },
    },
    'next.requested': { control: { role: 'button', name: 'Next hint' } },
    'back.requested': { control: { role: 'button', name: 'Back' } },
    'tour.closed': { control: { role: 'button', name: /^(Skip the hints|Done)$/ } },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  promises: [
    { in: 'resting', doesNotSee: [evidence, names, sharing] },
    { in: 'evidence', sees: () => [evidence] },
    { in: 'names', sees: () => [names] },
    { in: 'sharing', sees: () => [sharing] },
  ],
};
