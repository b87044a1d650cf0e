import { defineFlow } from '../kit/catalogue.ts';
import { done, fails } from '../kit/outcomes.ts';
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
  events: {
    'address.requested': 'the user starts to change the address',
    'password.requested': 'the user starts to change the password',
    'address.submitted': [
      {
        name: 'the user enters the new address',
        event: { type: 'address.submitted', address: 'new@example.com' },
      },
    ],
    'mail.requested': 'the user asks for another email',
    'code.submitted': 'the user enters the code',
    'password.submitted': 'the user enters both passwords',
    cancel: 'the user cancels',
    'user.left': 'the user is signed out',
  },
  outcomes: {
    changeAddress: [
      done('the code is mailed', undefined),
      fails('the password is wrong', 'wrongPassword', 'That password is incorrect. Please try again.'),
      fails('it is the present address', 'sameAddress', 'This is already your email address.'),
      { name: 'the identity provider cannot be reached', type: 'error', error: offline },
    ],
    confirmCode: [
      done('the code is right', undefined),
      fails('the code is wrong', 'codeMismatch', 'This code is not right.'),
    ],
    tellServer: [
      done('the server has recorded it', undefined),
      { name: 'the server cannot be reached', type: 'error', error: offline },
    ],
    endOtherSessions: [
      done('other devices are signed out', undefined),
      { name: 'the server cannot be reached', type: 'error', error: offline },
    ],
    changePassword: [
      done('the password is changed', undefined),
      fails('the current password is wrong', 'wrongPassword', 'The current password is incorrect.'),
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
