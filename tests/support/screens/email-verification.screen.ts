import type { EmailVerificationContext } from '#machines/email-verification/email-verification.setup.ts';
import type { FlowScreen } from './screen.ts';

const title = { role: 'dialog', text: 'Confirm your email address' } as const;

/** The question for the code in the mail. */
export const emailVerificationScreen: FlowScreen = {
  flow: 'email-verification',
  address: '/campaign',
  gestures: {
    'user.arrived': { noGesture: 'the root of the app tells it, once the login says who is signed in' },
    'mail.requested': { control: { role: 'button', name: 'Resend' } },
    'code.submitted': {
      control: { role: 'button', name: 'Confirm' },
      perform: (driver) => driver.click({ role: 'button', name: 'Confirm' }),
    },
    'user.left': { noGesture: 'the user signs out in another tab, or the server ends the session' },
  },
  // Only six digits can be given; whether they are right is the provider's to say.
  bringIntoView: async (driver, snapshot) => {
    if (snapshot.matches({ unverified: { code: 'entering' } })) await driver.fill('Code', '246810');
  },
  promises: [
    { in: 'idle', doesNotSee: [title] },
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
    { in: 'unverified.mail.sending', sees: () => [{ text: 'The mail is on its way …' }] },
    {
      in: 'unverified.mail.sent',
      sees: () => [{ text: 'You can ask for another in half a minute.' }],
    },
    { in: 'unverified.mail.resending', sees: () => [{ text: 'The mail is on its way …' }] },
    {
      in: 'unverified.code.confirming',
      sees: () => [{ role: 'button', text: 'Checking …', busy: true }],
    },
    { in: 'verified', doesNotSee: [title] },
    { in: 'reloading', doesNotSee: [title] },
  ],
};
