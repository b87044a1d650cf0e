import { defineFlow } from '../kit/catalogue.ts';
import { emailVerificationMachine } from './email-verification.machine.ts';
import { emailVerificationInvariants } from './email-verification.rules.ts';

const offline = { code: 'network', message: 'The server cannot be reached.' };

export const emailVerificationFlow = defineFlow({
  name: 'email-verification',
  title: 'Confirming the email address',
  group: 'Account',
  paragraph:
    'Whoever is signed in with an address that is not confirmed gets a mail with a code and is asked for it. The ' +
    'identity provider is asked every 10 seconds whether the address was confirmed elsewhere, but not while the page ' +
    'is hidden. Once it is confirmed, the page is loaded anew. A mistyped address can be corrected by the password: a new ' +
    'code goes to the right one, and the old code is void.',
  requirements: ['R4.12', 'R4.13', 'R4.14', 'R5.2', 'R8.9'],
  machine: emailVerificationMachine,
  scenarios: [{ name: 'page opened' }],
  events: {
    'user.arrived': [
      { name: 'somebody is signed in', event: { type: 'user.arrived', hasLinkedCode: false } },
      { name: 'somebody follows the link', event: { type: 'user.arrived', hasLinkedCode: true } },
    ],
    'mail.requested': [{ name: 'the user asks for another mail', event: { type: 'mail.requested' } }],
    'address.requested': [{ name: 'the address was mistyped', event: { type: 'address.requested' } }],
    'address.submitted': [
      {
        name: 'the user gives another address',
        event: { type: 'address.submitted', address: 'right@example.com' },
      },
    ],
    cancel: [{ name: 'the user keeps the address', event: { type: 'cancel' } }],
    'code.submitted': [{ name: 'the user gives the code', event: { type: 'code.submitted' } }],
    'page.hidden': 'sentByActor',
    'page.shown': 'sentByActor',
    'user.left': [{ name: 'the user is signed out', event: { type: 'user.left' } }],
  },
  outcomes: {
    isVerified: [
      { name: 'the address is confirmed', type: 'done', output: true },
      { name: 'the address is not confirmed', type: 'done', output: false },
      { name: 'the provider cannot be asked', type: 'error', error: offline },
    ],
    sendMail: [
      { name: 'the mail is on its way', type: 'done', output: { destination: 'g***@e***' } },
      {
        name: 'the mail cannot be sent',
        type: 'error',
        error: { code: 'mailFailed', message: 'Failed to send verification email. Please try again.' },
      },
    ],
    confirmCode: [
      { name: 'the code is right', type: 'done', output: undefined },
      {
        name: 'the code is wrong',
        type: 'error',
        error: { code: 'codeMismatch', message: 'This code is not right.' },
      },
    ],
    changeAddress: [
      {
        name: 'the code is mailed to the other address',
        type: 'done',
        output: { destination: 'r***@e***' },
      },
      {
        name: 'the password is wrong',
        type: 'error',
        error: { code: 'wrongPassword', message: 'That password is incorrect. Please try again.' },
      },
    ],
    recheckAuth: [
      { name: 'the server knows', type: 'done', output: undefined },
      { name: 'the server cannot be reached', type: 'error', error: offline },
    ],
    watchVisibility: [
      { name: 'the page is hidden', type: 'emits', event: { type: 'page.hidden' } },
      { name: 'the page is shown', type: 'emits', event: { type: 'page.shown' } },
      {
        name: 'the browser cannot tell',
        type: 'error',
        error: { code: 'unexpected', message: 'Something went wrong.' },
      },
    ],
  },
  guards: {
    hasLinkedCode: 'The page was opened by the link in the mail.',
    isVerified: 'The identity provider says that the address is confirmed.',
  },
  invariants: emailVerificationInvariants,
});
