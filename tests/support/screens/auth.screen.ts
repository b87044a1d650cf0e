import { credits } from '#web/ui/text.ts';
import { type FlowScreen, failureShown, type Sight } from './screen.ts';

const account: readonly Sight[] = [{ role: 'button', text: 'Sign out' }];
const stranger: readonly Sight[] = [{ role: 'button', text: 'Join / Login' }];

export const authScreen: FlowScreen = {
  flow: 'auth',
  begin:
    'Open the landing page in a private window of the browser. Where a step needs a user, sign in before it and come back. “Sign out” is in “Menu”.',
  address: '/',
  gestures: {
    'logout.requested': { control: { role: 'button', name: 'Sign out' } },
    retry: { control: { role: 'button', name: 'Try again' } },
    'login.completed': { instead: 'Sign in.' },
    unauthorized: {
      instead: 'Sign in with another browser, sign out everywhere there, then open a session here.',
    },
    'refresh.requested': { instead: 'Start an analysis, or buy credits.' },
  },
  bringIntoView: async (driver, snapshot) => {
    const menu = { role: 'button', name: 'Menu' } as const;
    const isShown = await driver.sees({ role: 'button', text: 'Sign out' });
    if (snapshot.matches('signedIn') && !isShown) await driver.click(menu);
  },
  promises: [
    { in: '', sees: failureShown },
    { in: 'checking', doesNotSee: [...account, ...stranger] },
    { in: 'loggingIn', doesNotSee: [...account, ...stranger] },
    { in: 'rechecking', doesNotSee: [...account, ...stranger] },
    { in: 'signingOut', doesNotSee: [...account, ...stranger] },
    { in: 'unreachable', doesNotSee: [...account, ...stranger] },
    {
      in: 'signedIn',
      sees: ({ context }) => [...account, { text: credits(context.user.userCreditBalance) }],
      doesNotSee: stranger,
    },
    { in: 'signedOut', sees: () => stranger, doesNotSee: account },
  ],
};
