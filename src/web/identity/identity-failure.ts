/** What each failure tells a person: what happened, and what to do. */
const messages = {
  wrongPassword: 'The email address or the password is wrong. Check both and try again.',
  accountExists:
    'No account could be made with this email address. If you have one already, sign in instead, or reset your password.',
  weakPassword: 'This password is too easy to guess. Choose a longer one.',
  invalidEmail: 'This does not look like an email address. Check it, please.',
  tooManyAttempts: 'Too many attempts. Wait 15 minutes and try again.',
  confirmationRequired: 'Confirm your email address first: enter the code that we sent you by email.',
  codeMismatch: 'This code is not right. Check the six digits, or ask for a new code.',
  codeRefused: 'This code is not right, or no longer valid. Check the six digits, or ask for a new code.',
  codeExpired: 'This code is no longer valid. Ask for a new one.',
  alreadyVerified: 'User not found or already verified',
  mailFailed: 'The email could not be sent. Please try again in a minute.',
  popupBlocked: 'Your browser has blocked the window of Google. Allow it, or go on in this window.',
  cancelled: 'The sign-in was cancelled.',
  googleFailed: 'The sign-in with Google did not work. Please try again.',
  otherAccount: 'This is another account than the one you are signed in with. Choose the same one.',
  freshSignInRequired: 'You signed in a while ago. Sign out, sign in again, and try once more.',
  signedOut: 'Please sign in again.',
  network: 'The server cannot be reached. Check your connection and try again.',
  identityUnavailable: 'Signing in is not possible right now. Please try again in a minute.',
  unexpected: 'Something went wrong. Please try again.',
} as const;

export type IdentityFailureCode = keyof typeof messages;

/** Why the identity port could not do what was asked, as data that a chart can keep and a person can act on. */
export class IdentityFailure extends Error {
  override readonly name = 'IdentityFailure';
  readonly details = null;
  constructor(
    readonly code: IdentityFailureCode,
    options: { message?: string; cause?: unknown } = {},
  ) {
    super(options.message ?? messages[code], options.cause === undefined ? {} : { cause: options.cause });
  }
}
