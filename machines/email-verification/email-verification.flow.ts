import { defineFlow } from '../kit/catalogue.ts';
import { emailVerificationMachine } from './email-verification.machine.ts';
import { emailVerificationInvariants } from './email-verification.rules.ts';

const offline = { code: 'network', message: 'The server cannot be reached.' };

export const emailVerificationFlow = defineFlow({
  name: 'email-verification',
  title: 'Confirming the email address',
  group: 'Account',
  paragraph:
    'A signed-in user with an unverified email address gets a code by email and is asked to enter it. ' +
    'Every 10 seconds the page asks the identity provider whether the address was confirmed elsewhere, ' +
    'but not while it is hidden. Once it is confirmed, the page reloads. The user can correct a ' +
    'mistyped address with their password: a new code goes to the right address, and the old code is ' +
    'void.',
  requirements: ['R4.12', 'R4.13', 'R4.14', 'R5.2', 'R8.9'],
  story: ['idle', 'checking', 'unverified', 'verified', 'reloading'],
  synonyms: {
    confirm: ['verify', 'verification', 'activation'],
    code: ['one-time password', 'OTP'],
  },
  machine: emailVerificationMachine,
  scenarios: [{ name: 'page opened' }],
  events: {
    'user.arrived': [
      { name: 'a user is signed in', event: { type: 'user.arrived', hasLinkedCode: false } },
      { name: 'the user follows the link', event: { type: 'user.arrived', hasLinkedCode: true } },
    ],
    'mail.requested': [{ name: 'the user asks for another email', event: { type: 'mail.requested' } }],
    'address.requested': [
      { name: 'the user says the address is wrong', event: { type: 'address.requested' } },
    ],
    'address.submitted': [
      {
        name: 'the user enters another address',
        event: { type: 'address.submitted', address: 'right@example.com' },
      },
    ],
    cancel: [{ name: 'the user keeps the address', event: { type: 'cancel' } }],
    'code.submitted': [{ name: 'the user enters the code', event: { type: 'code.submitted' } }],
    'page.hidden': 'sentByActor',
    'page.shown': 'sentByActor',
    'user.left': [{ name: 'the user is signed out', event: { type: 'user.left' } }],
  },
  outcomes: {
    isVerified: [
      { name: 'the address is confirmed', type: 'done', output: true },
      { name: 'the address is not confirmed', type: 'done', output: false },
      { name: 'the provider cannot be reached', type: 'error', error: offline },
    ],
    sendMail: [
      { name: 'the email is sent', type: 'done', output: { destination: 'g***@e***' } },
      {
        name: 'the email cannot be sent',
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
      {
        name: 'the code was sent to this address before',
        type: 'error',
        error: { code: 'sameAddress', message: 'We have already sent the code to this address.' },
      },
    ],
    recheckAuth: [
      { name: 'the server has recorded it', type: 'done', output: undefined },
      { name: 'the server cannot be reached', type: 'error', error: offline },
    ],
    watchVisibility: [
      { name: 'the page is hidden', type: 'emits', event: { type: 'page.hidden' } },
      { name: 'the page is shown', type: 'emits', event: { type: 'page.shown' } },
      {
        name: 'the browser reports an error',
        type: 'error',
        error: { code: 'unexpected', message: 'Something went wrong.' },
      },
    ],
  },
  alike: {
    changeAddress: {
      'the password is wrong': [
        'network',
        'unauthorized',
        'accountExists',
        'identityUnavailable',
        'tooManyRequests',
      ],
    },
    recheckAuth: {
      'the server cannot be reached': [
        'unauthorized',
        'accountExists',
        'identityUnavailable',
        'tooManyRequests',
      ],
    },
  },
  guards: {
    hasLinkedCode: 'The link in the email opened the page.',
    isVerified: 'The identity provider reports the address as confirmed.',
  },
  // Left out are addresses and the words of failures: no guard and no rule reads them.
  abstraction: ({ mailFailure, codeFailure, correctedAddress, addressFailure }) => ({
    isUnsent: mailFailure !== null,
    isWrong: codeFailure !== null,
    isCorrected: correctedAddress !== null,
    addressFailure: addressFailure?.code,
  }),
  invariants: emailVerificationInvariants,
  sees: {
    reloading: 'The dialog is gone once the page has reloaded.',
  },
});
