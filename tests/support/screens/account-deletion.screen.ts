import type { AnyMachineSnapshot } from 'xstate';
import type { AccountDeletionContext } from '#machines/account-deletion/account-deletion.setup.ts';
import { type Control, type FlowScreen, failureShown } from './screen.ts';

const confirming = { role: 'button', text: 'Delete my account' } as const;
const phraseField = { text: 'Type DELETE ACCOUNT to confirm' } as const;
const reSignIn = { role: 'dialog', text: 'Sign in again' } as const;
const settingsTab = { role: 'tab', name: 'Your data' } as const;
const menu = { role: 'button', name: 'Menu' } as const;
const maybeDeleted = { text: 'may or may not be deleted' } as const;
const untouched = { text: 'Nothing was deleted.' } as const;

const method = ({ context }: AnyMachineSnapshot) => (context as AccountDeletionContext).method;
const isProving = (snapshot: AnyMachineSnapshot) => snapshot.matches('reauthenticating');
const proofBy = (wanted: AccountDeletionContext['method']): Control => ({
  role: 'button',
  name: wanted === 'password' ? 'Sign in and delete' : 'Continue with Google and delete',
});

export const accountDeletionScreen: FlowScreen = {
  flow: 'account-deletion',
  begin: 'Sign in as a user whom you may delete; open “Menu”, “Account Settings”, “Your data”.',
  address: '/campaign',
  gestures: {
    'deletion.requested': { control: { role: 'button', name: 'Delete account' } },
    'phrase.changed': {
      control: { role: 'textbox', name: 'Type DELETE ACCOUNT to confirm' },
      perform: (driver, { phrase }) => driver.fill('Type DELETE ACCOUNT to confirm', phrase as string),
    },
    'deletion.confirmed': { control: { role: 'button', name: 'Delete my account' } },
    'proof.given': {
      control: (_, snapshot) => proofBy(method(snapshot)),
      perform: async (driver, _, snapshot) => {
        if (method(snapshot) === 'password') await driver.fill('Password', 'a lamp-lit table');
        return driver.click(proofBy(method(snapshot)));
      },
    },
    retry: { control: { role: 'button', name: 'Try again' } },
    cancel: {
      control: (_, snapshot) => ({
        role: 'button',
        name: isProving(snapshot) ? 'Cancel' : 'Keep my account',
      }),
    },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  bringIntoView: async (driver, snapshot) => {
    if (!snapshot.matches('idle') && !snapshot.matches('deleted')) return;
    if (await driver.offers(settingsTab)) return driver.click(settingsTab);
    if (!(await driver.offers(menu))) return;
    await driver.click(menu);
    await driver.click({ role: 'button', name: 'Account Settings' });
    await driver.click(settingsTab);
  },
  promises: [
    { in: 'idle', doesNotSee: [confirming, reSignIn] },
    { in: 'awaitingPhrase', sees: () => [phraseField, confirming], doesNotSee: [reSignIn] },
    { in: 'reauthenticating', sees: (snapshot) => [reSignIn, ...failureShown(snapshot)] },
    { in: 'deleting', sees: () => [{ role: 'status', text: 'Your account is being deleted …' }] },
    { in: 'timedOut', sees: (snapshot) => [untouched, ...failureShown(snapshot)], doesNotSee: [confirming] },
    { in: 'failed', sees: (snapshot) => [untouched, ...failureShown(snapshot)], doesNotSee: [confirming] },
    {
      in: 'unanswered',
      sees: (snapshot) => [maybeDeleted, ...failureShown(snapshot)],
      doesNotSee: [confirming, untouched],
    },
    { in: 'leaving', sees: () => [{ role: 'status', text: 'Your account is being deleted …' }] },
    { in: 'deleted', doesNotSee: [confirming, reSignIn] },
  ],
};
