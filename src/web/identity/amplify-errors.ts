import { IdentityFailure, type IdentityFailureCode } from './identity-failure.ts';

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

/** Cognito's errors mean different things by action. */
export type Attempt =
  | 'session'
  | 'signUp'
  | 'signIn'
  | 'resetPassword'
  | 'code'
  /** The address may have no account. */
  | 'mailedCode'
  | 'changePassword'
  | 'changeEmail';

/** No account or an unconfirmed one: pools that hide unknown users still reveal unconfirmed ones. */
export const tellsOfAccount = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'UserNotFoundException' ||
    (error.name === 'InvalidParameterException' && /no registered\/verified/i.test(error.message)));

/** They differ by account. */
const codeRefusals: readonly string[] = [
  'CodeMismatchException',
  'ExpiredCodeException',
  'InvalidParameterException',
  'NotAuthorizedException',
  'UserNotFoundException',
];

/** @param passwordMinimumLength for the message about a weak password */
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
