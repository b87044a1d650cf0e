import type { CredentialsChangeContext } from '#machines/credentials-change/credentials-change.setup.ts';
import { type FlowScreen, failureShown } from './screen.ts';

const addressForm = { text: 'We’ll send a code to the new email address' } as const;
const codeForm = { text: 'We have sent a six-digit code' } as const;
const passwordForm = { text: 'Different from your current password' } as const;
const addressChanged = { role: 'status', text: 'Your email address has changed' } as const;
const passwordChanged = { role: 'status', text: 'Your password has changed' } as const;
const othersSignedOut = { role: 'status', text: 'Your other devices have been signed out' } as const;
const othersSignedIn = { role: 'alert', text: 'Your other devices may still be signed in' } as const;

export const credentialsChangeScreen: FlowScreen = {
  flow: 'credentials-change',
  begin:
    'Sign in with an address and a password (not with Google); open “Menu”, “Account Settings”, “Account”.',
  address: '/terms',
  gestures: {
    'address.requested': { control: { role: 'button', name: 'Change email address' } },
    'password.requested': { control: { role: 'button', name: 'Change password' } },
    'address.submitted': {
      // The field exists exactly while an address can be entered.
      control: { role: 'button', name: 'Cancel' },
      perform: async (driver, { address }) => {
        await driver.fill('New email address', String(address));
        await driver.fill('Password', 'the old lantern');
        await driver.click({ role: 'button', name: 'Send the code' });
      },
    },
    'mail.requested': { control: { role: 'button', name: 'Send another code' } },
    'code.submitted': {
      control: { role: 'button', name: 'Send another code' },
      perform: async (driver) => {
        await driver.fill('Code', '135790');
        await driver.click({ role: 'button', name: 'Confirm the email address' });
      },
    },
    'password.submitted': {
      control: { role: 'button', name: 'Keep my password' },
      perform: async (driver) => {
        await driver.fill('Current password', 'the old lantern');
        await driver.fill('New password', 'the new lantern');
        await driver.click({ role: 'button', name: 'Set new password' });
      },
    },
    cancel: {
      control: (_, snapshot) => {
        const name = snapshot.matches('password')
          ? 'Keep my password'
          : snapshot.hasTag('waiting')
            ? 'Keep my address'
            : 'Cancel';
        return { role: 'button', name };
      },
    },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  bringIntoView: (driver) => driver.click({ role: 'tab', name: 'Account' }),
  promises: [
    { in: 'idle', doesNotSee: [addressForm, codeForm, passwordForm] },
    { in: 'idle.resting', doesNotSee: [addressChanged, passwordChanged] },
    { in: 'idle.addressChanged', sees: () => [addressChanged] },
    { in: 'idle.passwordChanged', sees: () => [passwordChanged, othersSignedOut] },
    {
      in: 'idle.othersSignedIn',
      sees: () => [othersSignedIn],
      doesNotSee: [othersSignedOut],
    },
    { in: 'address.editing', sees: (snapshot) => [addressForm, ...failureShown(snapshot)] },
    { in: 'address.mailing', sees: () => [{ role: 'button', text: 'Sending …', busy: true }] },
    {
      in: 'address.codeAsked',
      sees: (snapshot) => [
        codeForm,
        { text: (snapshot.context as CredentialsChangeContext).address ?? '' },
        ...failureShown(snapshot),
      ],
    },
    { in: 'address.confirming', sees: () => [{ role: 'button', text: 'Checking …', busy: true }] },
    { in: 'address.telling', sees: () => [{ role: 'button', text: 'Checking …', busy: true }] },
    { in: 'password.editing', sees: (snapshot) => [passwordForm, ...failureShown(snapshot)] },
    {
      in: 'password.endingOthers',
      sees: () => [{ role: 'button', text: 'Changing …', busy: true }],
    },
    { in: 'password.changing', sees: () => [{ role: 'button', text: 'Changing …', busy: true }] },
  ],
};
