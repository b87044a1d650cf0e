import { type FlowScreen, failureShown } from './screen.ts';

const saved = { role: 'status', text: 'Your archive is in this device’s downloads.' } as const;
const preparing = { role: 'button', text: 'Preparing …', busy: true } as const;

export const dataExportScreen: FlowScreen = {
  flow: 'data-export',
  begin: 'Sign in and open “Menu”, “Account Settings”, “Your data”.',
  address: '/terms',
  gestures: {
    'export.requested': {
      control: (_, { value }) => ({
        role: 'button',
        name: value === 'failed' ? 'Try again' : 'Export my data',
      }),
    },
    cancel: { control: { role: 'button', name: 'Cancel the export' } },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  bringIntoView: (driver) => driver.click({ role: 'tab', name: 'Your data' }),
  promises: [
    { in: 'idle', doesNotSee: [saved, preparing] },
    { in: 'preparing', sees: () => [preparing], doesNotSee: [saved] },
    { in: 'saved', sees: () => [saved], doesNotSee: [preparing] },
    { in: 'failed', sees: (snapshot) => failureShown(snapshot), doesNotSee: [saved, preparing] },
  ],
};
