const messages = {
  wrongPassword: 'The email address or password is incorrect. Check both and try again.',
  accountExists:
    'We couldn’t create an account with this email address. If you already have one, sign in instead, or reset your password.',
  weakPassword: 'This password is too easy to guess. Choose a longer one.',
  invalidEmail: 'This does not look like an email address. Please check it.',
  tooManyAttempts: 'Too many attempts. Wait 15 minutes and try again.',
  confirmationRequired: 'Confirm your email address first: enter the code that we sent you by email.',
  codeMismatch: 'This code is incorrect. Check the six digits, or request a new code.',
  codeRefused: 'This code is incorrect or has expired. Check the six digits, or request a new code.',
  codeExpired: 'This code has expired. Request a new one.',
  alreadyVerified: 'User not found or already verified',
  mailFailed: 'We couldn’t send the email. Please try again in a minute.',
  popupBlocked: 'Your browser blocked the Google window. Allow it, or continue in this window.',
  cancelled: 'The sign-in was cancelled.',
  googleFailed: 'Signing in with Google failed. Please try again.',
  otherAccount: 'This is not the account you are signed in with. Choose that one.',
  freshSignInRequired: 'You signed in a while ago. Sign out, sign in again, and retry.',
  signedOut: 'Please sign in again.',
  network: 'We can’t reach the server. Check your connection and try again.',
  identityUnavailable: 'You can’t sign in right now. Please try again in a minute.',
  unexpected: 'Something went wrong. Please try again.',
} as const;

export type IdentityFailureCode = keyof typeof messages;

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
