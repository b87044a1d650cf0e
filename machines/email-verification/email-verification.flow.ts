import { defineFlow } from '../kit/catalogue.ts';
import { breaksAt, cutOff, cutOffAt, done, emits, fails } from '../kit/outcomes.ts';
import { emailVerificationMachine } from './email-verification.machine.ts';
import { emailVerificationInvariants } from './email-verification.rules.ts';

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
  events: {
    'user.arrived': [
      { name: 'a user is signed in', event: { type: 'user.arrived', hasLinkedCode: false } },
      { name: 'the user follows the link', event: { type: 'user.arrived', hasLinkedCode: true } },
    ],
    'mail.requested': 'the user asks for another email',
    'address.requested': 'the user says the address is wrong',
    'address.submitted': [
      {
        name: 'the user enters another address',
        event: { type: 'address.submitted', address: 'right@example.com' },
      },
    ],
    cancel: 'the user keeps the address',
    'code.submitted': 'the user enters the code',
    'page.hidden': 'sentByActor',
    'page.shown': 'sentByActor',
    'user.left': 'the user is signed out',
  },
  outcomes: {
    isVerified: [
      done('the address is confirmed', true),
      done('the address is not confirmed', false),
      cutOffAt('the provider cannot be reached'),
    ],
    sendMail: [
      done('the email is sent', { destination: 'g***@e***' }),
      fails('the email cannot be sent', 'mailFailed', 'Failed to send verification email. Please try again.'),
    ],
    confirmCode: [
      done('the code is right', undefined),
      fails('the code is wrong', 'codeMismatch', 'This code is not right.'),
    ],
    changeAddress: [
      done('the code is mailed to the other address', { destination: 'r***@e***' }),
      fails('the password is wrong', 'wrongPassword', 'That password is incorrect. Please try again.'),
      fails(
        'the code was sent to this address before',
        'sameAddress',
        'We have already sent the code to this address.',
      ),
    ],
    recheckAuth: [done('the server has recorded it', undefined), cutOff],
    watchVisibility: [
      emits('the page is hidden', { type: 'page.hidden' }),
      emits('the page is shown', { type: 'page.shown' }),
      breaksAt('the browser reports an error'),
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
