import { type FlowScreen, failureShown } from './screen.ts';

const opening = { role: 'button', text: 'Opening …', busy: true } as const;
const alert = { role: 'alert', text: 'Error accessing billing portal. Please try again later.' } as const;

export const billingPortalScreen: FlowScreen = {
  flow: 'billing-portal',
  begin:
    'Sign in as a user who has bought something; open “Menu”, “Account Settings”, “Credits and billing”.',
  address: '/terms',
  gestures: {
    'portal.requested': { control: { role: 'button', name: 'Invoices and cards' } },
    'return.found': { instead: 'Press the way back in the billing portal.' },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  promises: [
    { in: 'idle', doesNotSee: [opening, alert] },
    { in: 'loading', sees: () => [opening], doesNotSee: [alert] },
    { in: 'loaded', sees: () => [opening], doesNotSee: [alert] },
    { in: 'failed', sees: (snapshot) => [alert, ...failureShown(snapshot)], doesNotSee: [opening] },
    { in: 'returned', doesNotSee: [opening, alert] },
  ],
};
