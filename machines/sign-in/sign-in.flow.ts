import { defineFlow } from '../kit/catalogue.ts';
import { done, fails } from '../kit/outcomes.ts';
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
    'mode.switched': 'the user switches forms',
    'credentials.submitted': 'the user sends the form',
    'google.chosen': 'the user chooses Google',
    'redirect.chosen': 'the user continues in this window',
    'password.forgotten': 'the user has forgotten the password',
    'mail.requested': 'the user asks for the email',
    'code.requested': 'the user asks for a new code',
    'code.submitted': 'the user enters the code',
    'password.submitted': 'the user enters the code and a new password',
    'email.chosen': 'the user continues here by email',
    back: 'the user goes back, or cancels',
  },
  outcomes: {
    signIn: [
      done('the password is right', undefined),
      fails(
        'the password is wrong',
        'wrongPassword',
        'The email or the password is wrong. Check both and try again.',
      ),
      { name: 'the address must be confirmed first', type: 'error', error: mustConfirm },
    ],
    signUp: [
      done('the account is created', undefined),
      fails(
        'the address is taken',
        'accountExists',
        'No account could be made with this email. If you have one already, sign in instead, or reset your password.',
      ),
      { name: 'the address must be confirmed first', type: 'error', error: mustConfirm },
    ],
    signInWithGoogle: [
      done('Google identifies the user', undefined),
      fails(
        'the browser blocks the window',
        'popupBlocked',
        'Your browser has blocked the window of Google.',
      ),
      fails('the user cancels there', 'cancelled', 'The sign-in was cancelled.'),
    ],
    leaveForGoogle: [
      done('Google’s page is being loaded', undefined),
      fails('the page cannot be left', 'googleFailed', 'Signing in with Google failed. Please try again.'),
    ],
    confirmSignUp: [
      done('the code is right', { isSignedIn: true }),
      done('the code is right, signing in fails', { isSignedIn: false }),
      { name: 'the code is wrong', type: 'error', error: codeMismatch },
    ],
    sendSignUpCode: [
      done('the email is sent', undefined),
      { name: 'it was asked for too often', type: 'error', error: tooManyAttempts },
    ],
    sendPasswordCode: [
      done('the email is sent', undefined),
      { name: 'it was asked for too often', type: 'error', error: tooManyAttempts },
    ],
    setPassword: [
      done('the password is set', { isSignedIn: true }),
      done('the password is set, signing in fails', { isSignedIn: false }),
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
