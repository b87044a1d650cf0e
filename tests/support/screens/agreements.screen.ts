import type { AgreementsContext } from '#machines/agreements/agreements.setup.ts';
import { type FlowScreen, failureShown } from './screen.ts';

const title = { role: 'dialog', text: 'Before you continue' } as const;

export const agreementsScreen: FlowScreen = {
  flow: 'agreements',
  begin:
    'Sign in as a user who has not accepted the present terms: a new one, or one from before their version was raised.',
  address: '/campaign',
  gestures: {
    'user.arrived': { instead: 'Sign in, or reload the page while signed in.' },
    'box.changed': {
      control: { role: 'checkbox', name: /^I have read and agree to/ },
    },
    'agreements.accepted': { control: { role: 'button', name: 'Accept' } },
    'agreements.declined': { control: { role: 'button', name: 'Decline and sign out' } },
    retry: { control: { role: 'button', name: /^(Try again|Back to the agreements)$/ } },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  promises: [
    { in: 'idle', doesNotSee: [title] },
    { in: 'due', sees: () => [title] },
    {
      in: 'due.loading',
      sees: () => [{ role: 'status', text: 'Loading the agreements' }],
    },
    {
      in: 'due.reading',
      sees: ({ context }) =>
        (context as AgreementsContext).pending.flatMap(({ name, change_description }) => [
          { role: 'link', text: name },
          { text: change_description },
        ]),
    },
    { in: 'due.unavailable', sees: failureShown },
    { in: 'due.accepting', sees: () => [{ role: 'button', text: 'Accepting …', busy: true }] },
    { in: 'due.failed', sees: failureShown },
    { in: 'due.declining', sees: () => [{ role: 'status', text: 'Signing you out' }] },
    { in: 'due.notSignedOut', sees: () => [{ role: 'alert', text: 'still signed in' }] },
    { in: 'accepted', doesNotSee: [title] },
  ],
};
