import { IdentityFailure, type IdentityFailureCode } from './identity-failure.ts';

/** Cognito's error names, as Amplify hands them on. */
const codes: Readonly<Record<string, IdentityFailureCode>> = {
  UserNotFoundException: 'wrongPassword',
  UsernameExistsException: 'accountExists',
  AliasExistsException: 'accountExists',
  InvalidPasswordException: 'weakPassword',
  EmptySignInUsername: 'invalidEmail',
  EmptySignUpUsername: 'invalidEmail',
  EmptySignInPassword: 'wrongPassword',
  EmptySignUpPassword: 'weakPassword',
  LimitExceededException: 'tooManyAttempts',
  TooManyRequestsException: 'tooManyAttempts',
  TooManyFailedAttemptsException: 'tooManyAttempts',
  UserNotConfirmedException: 'confirmationRequired',
  FreshSignInRequiredException: 'freshSignInRequired',
  CodeMismatchException: 'codeMismatch',
  ExpiredCodeException: 'codeExpired',
  CodeDeliveryFailureException: 'mailFailed',
  UserUnAuthenticatedException: 'signedOut',
  TokenRevokedException: 'signedOut',
  NetworkError: 'network',
  InternalErrorException: 'identityUnavailable',
};

/** What the caller did; the same error of Cognito means different things to a person. */
export type Attempt =
  | 'session'
  | 'signUp'
  | 'signIn'
  | 'resetPassword'
  | 'code'
  /** A code that was mailed to an address which may belong to nobody here. */
  | 'mailedCode'
  | 'changePassword'
  | 'changeEmail';

/**
 * Whether Cognito refuses to mail a code because there is no account, or one whose address is not proved (a pool that
 * prevents such errors answers an unknown address alike, but not an unproved one).
 */
export const tellsOfAccount = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'UserNotFoundException' ||
    (error.name === 'InvalidParameterException' && /no registered\/verified/i.test(error.message)));

/** What a code answers with that is wrong, too old, or was never sent, since Cognito tells these apart by the account. */
const codeRefusals: readonly string[] = [
  'CodeMismatchException',
  'ExpiredCodeException',
  'InvalidParameterException',
  'NotAuthorizedException',
  'UserNotFoundException',
];

/**
 * Amplify's error as a failure for a person.
 * @param passwordMinimumLength named in the message about a weak password
 */
export function toIdentityFailure(
  error: unknown,
  attempt: Attempt,
  passwordMinimumLength: number,
): IdentityFailure {
  if (error instanceof IdentityFailure) return error;
  const { name, message } = error instanceof Error ? error : { name: '', message: '' };
  if (attempt === 'mailedCode' && codeRefusals.includes(name) && !/attempts exceeded/i.test(message))
    return new IdentityFailure('codeRefused', { cause: error });
  if (name === 'NotAuthorizedException') {
    if (/attempts exceeded/i.test(message)) return new IdentityFailure('tooManyAttempts', { cause: error });
    const isAboutPassword =
      attempt === 'signIn' ||
      ((attempt === 'changePassword' || attempt === 'changeEmail') &&
        /incorrect username or password/i.test(message));
    return new IdentityFailure(isAboutPassword ? 'wrongPassword' : 'signedOut', { cause: error });
  }
  if (name === 'InvalidParameterException') {
    // R5.2
    if (/already verified/i.test(message)) return new IdentityFailure('alreadyVerified', { cause: error });
    const code = attempt === 'code' ? 'codeMismatch' : attempt === 'session' ? 'unexpected' : 'invalidEmail';
    return new IdentityFailure(code, { cause: error });
  }
  const code = codes[name] ?? 'unexpected';
  if (code === 'weakPassword') {
    return new IdentityFailure(code, {
      message: `Choose a password of at least ${passwordMinimumLength} characters that is not your email.`,
      cause: error,
    });
  }
  return new IdentityFailure(code, { cause: error });
}
