import type { EmailVerificationContext } from '#machines/email-verification/email-verification.setup.ts';
import type { FlowScreen } from './screen.ts';

const title = { role: 'dialog', text: 'Confirm your email address' } as const;

const confirmed = { role: 'dialog', text: 'Your email address is confirmed' } as const;

const correction = { role: 'dialog', text: 'Correct your email address' } as const;

export const emailVerificationScreen: FlowScreen = {
  flow: 'email-verification',
  begin: 'Sign up with a new address that you can read, and do not enter the code yet.',
  address: '/campaign',
  gestures: {
    'user.arrived': { instead: 'Sign in, or reload the page while signed in.' },
    'mail.requested': { control: { role: 'button', name: 'Resend' } },
    'address.requested': { control: { role: 'button', name: 'Correct the address' } },
    'address.submitted': {
      control: { role: 'button', name: 'Keep the address' },
      perform: async (driver, { address }) => {
        await driver.fill('Email address', String(address));
        await driver.fill('Password', 'the old lantern');
        await driver.click({ role: 'button', name: 'Send the code there' });
      },
    },
    cancel: { control: { role: 'button', name: 'Keep the address' } },
    'code.submitted': {
      control: { role: 'button', name: 'Confirm' },
      perform: async (driver) => {
        await driver.fill('Code', '246810');
        await driver.click({ role: 'button', name: 'Confirm' });
      },
    },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  bringIntoView: async (driver, snapshot) => {
    if (snapshot.matches({ unverified: { code: 'entering' } })) await driver.fill('Code', '246810');
  },
  promises: [
    { in: 'idle', doesNotSee: [title, correction, confirmed] },
    { in: 'following', doesNotSee: [title] },
    { in: 'checking', doesNotSee: [title] },
    { in: 'unknown', doesNotSee: [title] },
    {
      in: 'unverified',
      sees: ({ context }) => {
        const { codeFailure, mailFailure } = context as EmailVerificationContext;
        return [
          title,
          ...[codeFailure, mailFailure].flatMap((failure) =>
            failure === null ? [] : [{ role: 'alert', text: failure.message } as const],
          ),
        ];
      },
    },
    { in: 'unverified.mail.sending', sees: () => [{ text: 'The email is on its way …' }] },
    {
      in: 'unverified.mail.sent',
      sees: () => [{ text: 'You can request another one in 30 seconds.' }],
    },
    { in: 'unverified.mail.resending', sees: () => [{ text: 'The email is on its way …' }] },
    {
      in: 'unverified.code.confirming',
      sees: () => [{ role: 'button', text: 'Checking …', busy: true }],
    },
    {
      in: 'correcting.entering',
      sees: ({ context }) => {
        const { addressFailure } = context as EmailVerificationContext;
        return [
          correction,
          ...(addressFailure === null ? [] : [{ role: 'alert', text: addressFailure.message } as const]),
        ];
      },
    },
    {
      in: 'correcting.changing',
      sees: () => [correction, { role: 'button', text: 'Sending …', busy: true }],
    },
    { in: 'verified', doesNotSee: [title], sees: () => [confirmed] },
    {
      in: 'reloading',
      doesNotSee: [title],
      sees: () => [confirmed],
    },
  ],
};
