import { defineFlow } from '../kit/catalogue.ts';
import { signInMachine } from './sign-in.machine.ts';
import { signInInvariants } from './sign-in.rules.ts';

const password = 'correct horse battery';

export const signInFlow = defineFlow({
  name: 'sign-in',
  title: 'Sign-in form',
  group: 'Account',
  paragraph:
    'Signs the user in, or makes an account and signs in to it, with email and password. What goes wrong is told in ' +
    'the form, which can be sent again.',
  requirements: ['R1.6', 'R5.1'],
  machine: signInMachine,
  scenarios: [{ name: 'form opened' }],
  events: {
    'mode.switched': [{ name: 'the user turns to the other form', event: { type: 'mode.switched' } }],
    'credentials.submitted': [
      {
        name: 'the user sends the form',
        event: { type: 'credentials.submitted', email: 'gm@example.com', password },
      },
    ],
  },
  outcomes: {
    signIn: [
      { name: 'the password is right', type: 'done', output: undefined },
      {
        name: 'the password is wrong',
        type: 'error',
        error: { code: 'wrongPassword', message: 'Incorrect email or password.' },
      },
    ],
    signUp: [
      { name: 'the account is made', type: 'done', output: undefined },
      {
        name: 'the address is taken',
        type: 'error',
        error: { code: 'accountExists', message: 'An account with this email already exists.' },
      },
    ],
  },
  invariants: signInInvariants(password),
});
