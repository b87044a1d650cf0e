import { type FlowScreen, failureShown } from './screen.ts';

const menu = { role: 'button', name: 'Session settings' } as const;
const dialog = { role: 'dialog', text: 'Delete the recording?' } as const;
const confirm = { role: 'button', text: 'Delete recording' } as const;

export const deletionScreen: FlowScreen = {
  flow: 'deletion',
  begin:
    'Sign in and open a session with a recording. (Campaigns and sessions are deleted in the same way: “Delete campaign” in ' +
    '“Campaign settings”, “Delete session” in “Session settings”.)',
  address: '/campaign',
  gestures: {
    'deletion.requested': {
      control: (_, { value }) =>
        value === 'idle' || value === 'deleted' ? menu : { ...menu, name: 'Session settings behind' },
      perform: async (driver) => {
        await driver.click(menu);
        await driver.click({ role: 'menuitem', name: 'Delete the recording' });
      },
    },
    'deletion.confirmed': { control: { role: 'button', name: 'Delete recording' } },
    'deletion.cancelled': { control: { role: 'button', name: 'Keep it' } },
  },
  promises: [
    { in: 'idle', doesNotSee: [dialog] },
    { in: 'asking', sees: () => [dialog, confirm] },
    { in: 'deleting', sees: () => [{ ...confirm, busy: true }] },
    { in: 'failed', sees: (snapshot) => [dialog, ...failureShown(snapshot)] },
    { in: 'deleted', doesNotSee: [dialog] },
  ],
};
