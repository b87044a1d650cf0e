import { defineFlow } from '../kit/catalogue.ts';
import { signInMachine } from './sign-in.machine.ts';
import { signInInvariants } from './sign-in.rules.ts';

const mustConfirm = {
  code: 'confirmationRequired',
  message: 'Enter the code that we have mailed you.',
};
const codeMismatch = {
  code: 'codeMismatch',
  message: 'This code is incorrect or has expired. Check the six digits, or request a new code.',
};
const tooManyAttempts = {
  code: 'tooManyAttempts',
  message: 'Too many attempts. Wait 15 minutes and try again.',
};

export const signInFlow = defineFlow({
  name: 'sign-in',
  title: 'Sign-in dialog',
  group: 'Account',
  paragraph:
    'Signs the user in, or creates an account and signs in: with email and password, or with Google in a separate ' +
    'window. A link that offers something to a new user opens the form for a new account. A user who has forgotten the password sets a new one with a code sent by email. The form shows what went wrong, ' +
    'can be sent again, and does not reveal whether an address has an account. In the browser of a ' +
    'social app it asks the user to open a real browser.',
  requirements: ['R1.6', 'R2.32', 'R2.33', 'R5.1'],
  story: ['opening', 'choosing.entering', 'signingIn', 'signedIn'],
  next: { auth: 'signed in' },
  synonyms: {
    'sign in': ['login', 'log in', 'register', 'account'],
    forgotten: ['reset password', 'lost password'],
    google: ['single sign-on', 'SSO'],
  },
  machine: signInMachine,
  scenarios: [
    { name: 'dialog opened', input: { mode: 'signIn', isInAppBrowser: false, hasGoogle: true } },
    {
      name: 'dialog opened by a link to join or buy',
      input: { mode: 'signUp', isInAppBrowser: false, hasGoogle: true },
    },
    {
      name: 'dialog opened without Google sign-in',
      input: { mode: 'signIn', isInAppBrowser: false, hasGoogle: false },
    },
    {
      name: 'dialog opened in a social app',
      input: { mode: 'signIn', isInAppBrowser: true, hasGoogle: true },
    },
  ],
  events: {
    'mode.switched': [{ name: 'the user switches forms', event: { type: 'mode.switched' } }],
    'credentials.submitted': [{ name: 'the user sends the form', event: { type: 'credentials.submitted' } }],
    'google.chosen': [{ name: 'the user chooses Google', event: { type: 'google.chosen' } }],
    'redirect.chosen': [{ name: 'the user continues in this window', event: { type: 'redirect.chosen' } }],
    'password.forgotten': [
      { name: 'the user has forgotten the password', event: { type: 'password.forgotten' } },
    ],
    'mail.requested': [{ name: 'the user asks for the email', event: { type: 'mail.requested' } }],
    'code.requested': [{ name: 'the user asks for a new code', event: { type: 'code.requested' } }],
    'code.submitted': [{ name: 'the user enters the code', event: { type: 'code.submitted' } }],
    'password.submitted': [
      { name: 'the user enters the code and a new password', event: { type: 'password.submitted' } },
    ],
    'email.chosen': [{ name: 'the user continues here by email', event: { type: 'email.chosen' } }],
    back: [{ name: 'the user goes back, or cancels', event: { type: 'back' } }],
  },
  outcomes: {
    signIn: [
      { name: 'the password is right', type: 'done', output: undefined },
      {
        name: 'the password is wrong',
        type: 'error',
        error: {
          code: 'wrongPassword',
          message: 'The email or the password is wrong. Check both and try again.',
        },
      },
      { name: 'the address must be confirmed first', type: 'error', error: mustConfirm },
    ],
    signUp: [
      { name: 'the account is created', type: 'done', output: undefined },
      {
        name: 'the address is taken',
        type: 'error',
        error: {
          code: 'accountExists',
          message:
            'No account could be made with this email. If you have one already, sign in instead, or reset your password.',
        },
      },
      { name: 'the address must be confirmed first', type: 'error', error: mustConfirm },
    ],
    signInWithGoogle: [
      { name: 'Google identifies the user', type: 'done', output: undefined },
      {
        name: 'the browser blocks the window',
        type: 'error',
        error: { code: 'popupBlocked', message: 'Your browser has blocked the window of Google.' },
      },
      {
        name: 'the user cancels there',
        type: 'error',
        error: { code: 'cancelled', message: 'The sign-in was cancelled.' },
      },
    ],
    leaveForGoogle: [
      { name: 'Google’s page is being loaded', type: 'done', output: undefined },
      {
        name: 'the page cannot be left',
        type: 'error',
        error: {
          code: 'googleFailed',
          message: 'Signing in with Google failed. Please try again.',
        },
      },
    ],
    confirmSignUp: [
      { name: 'the code is right', type: 'done', output: { isSignedIn: true } },
      { name: 'the code is right, signing in fails', type: 'done', output: { isSignedIn: false } },
      { name: 'the code is wrong', type: 'error', error: codeMismatch },
    ],
    sendSignUpCode: [
      { name: 'the email is sent', type: 'done', output: undefined },
      { name: 'it was asked for too often', type: 'error', error: tooManyAttempts },
    ],
    sendPasswordCode: [
      { name: 'the email is sent', type: 'done', output: undefined },
      { name: 'it was asked for too often', type: 'error', error: tooManyAttempts },
    ],
    setPassword: [
      { name: 'the password is set', type: 'done', output: { isSignedIn: true } },
      { name: 'the password is set, signing in fails', type: 'done', output: { isSignedIn: false } },
      { name: 'the code is wrong', type: 'error', error: codeMismatch },
    ],
  },
  guards: {
    isInAppBrowser: 'The page is open in the browser of a social app.',
    isNew: 'The form is for new users.',
    isReturning: 'The form is for existing users.',
    canUseGoogle: 'Google sign-in is available, and the page is not open inside another app.',
    isSignedIn: 'The sign-in after it has succeeded, too.',
    mustConfirm: 'The provider requires a confirmed address.',
    isWindowBlocked: 'The browser has blocked the window.',
  },
  invariants: signInInvariants,
});
