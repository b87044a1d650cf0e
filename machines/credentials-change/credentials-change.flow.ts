import { defineFlow } from '../kit/catalogue.ts';
import { credentialsChangeMachine } from './credentials-change.machine.ts';
import { credentialsChangeInvariants } from './credentials-change.rules.ts';

const offline = {
  code: 'network',
  message: 'We can’t reach the server. Check your connection and try again.',
};

export const credentialsChangeFlow = defineFlow({
  name: 'credentials-change',
  title: 'Changing email address and password',
  group: 'Account',
  paragraph:
    'In the account settings users change their email address or password. For a new address they enter ' +
    'the password; a code goes to the new address, and the current one stays until they enter the code. ' +
    'For a new password they enter the current one; other devices are then signed out, or the page says ' +
    'that they may not be. Neither password nor code is stored.',
  requirements: ['R2.34'],
  story: [
    'idle.resting',
    'address.editing',
    'address.mailing',
    'address.codeAsked',
    'address.confirming',
    'address.telling',
    'idle.addressChanged',
  ],
  synonyms: {
    password: ['change password', 'credentials'],
    address: ['change email'],
  },
  machine: credentialsChangeMachine,
  scenarios: [{ name: 'page opened' }],
  events: {
    'address.requested': [
      { name: 'the user starts to change the address', event: { type: 'address.requested' } },
    ],
    'password.requested': [
      { name: 'the user starts to change the password', event: { type: 'password.requested' } },
    ],
    'address.submitted': [
      {
        name: 'the user enters the new address',
        event: { type: 'address.submitted', address: 'new@example.com' },
      },
    ],
    'mail.requested': [{ name: 'the user asks for another email', event: { type: 'mail.requested' } }],
    'code.submitted': [{ name: 'the user enters the code', event: { type: 'code.submitted' } }],
    'password.submitted': [
      {
        name: 'the user enters both passwords',
        event: { type: 'password.submitted' },
      },
    ],
    cancel: [{ name: 'the user cancels', event: { type: 'cancel' } }],
    'user.left': [{ name: 'the user is signed out', event: { type: 'user.left' } }],
  },
  outcomes: {
    changeAddress: [
      { name: 'the code is mailed', type: 'done', output: undefined },
      {
        name: 'the password is wrong',
        type: 'error',
        error: { code: 'wrongPassword', message: 'That password is incorrect. Please try again.' },
      },
      {
        name: 'it is the present address',
        type: 'error',
        error: { code: 'sameAddress', message: 'This is already your email address.' },
      },
      { name: 'the identity provider cannot be reached', type: 'error', error: offline },
    ],
    confirmCode: [
      { name: 'the code is right', type: 'done', output: undefined },
      {
        name: 'the code is wrong',
        type: 'error',
        error: { code: 'codeMismatch', message: 'This code is not right.' },
      },
    ],
    tellServer: [
      { name: 'the server has recorded it', type: 'done', output: undefined },
      { name: 'the server cannot be reached', type: 'error', error: offline },
    ],
    endOtherSessions: [
      { name: 'other devices are signed out', type: 'done', output: undefined },
      { name: 'the server cannot be reached', type: 'error', error: offline },
    ],
    changePassword: [
      { name: 'the password is changed', type: 'done', output: undefined },
      {
        name: 'the current password is wrong',
        type: 'error',
        error: { code: 'wrongPassword', message: 'The current password is incorrect.' },
      },
    ],
  },
  alike: {
    tellServer: {
      'the server cannot be reached': [
        'unauthorized',
        'accountExists',
        'identityUnavailable',
        'tooManyRequests',
      ],
    },
  },
  invariants: credentialsChangeInvariants,
});
