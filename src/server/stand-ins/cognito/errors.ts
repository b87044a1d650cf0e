/** Amplify shows `__type` as the error's name. Messages never reveal whether an account exists. */
export class ProviderError extends Error {
  constructor(
    readonly type: string,
    message: string,
  ) {
    super(message);
    this.name = type;
  }
}

export const wrongPassword = () =>
  new ProviderError('NotAuthorizedException', 'Incorrect username or password.');
export const passwordAttemptsExceeded = () =>
  new ProviderError('NotAuthorizedException', 'Password attempts exceeded');
export const invalidAccessToken = () =>
  new ProviderError('NotAuthorizedException', 'Access Token has been revoked');
export const invalidRefreshToken = () => new ProviderError('NotAuthorizedException', 'Invalid Refresh Token');
/** Our own: Cognito never requires a fresh sign-in. */
export const freshSignInRequired = () =>
  new ProviderError('FreshSignInRequiredException', 'Sign in again to do this.');
export const accountExists = () =>
  new ProviderError('AliasExistsException', 'An account with the given email already exists.');
export const invalidParameter = (message: string) => new ProviderError('InvalidParameterException', message);
export const codeMismatch = () =>
  new ProviderError('CodeMismatchException', 'Invalid verification code provided, please try again.');
export const codeExpired = () =>
  new ProviderError('ExpiredCodeException', 'Invalid code provided, please request a code again.');
export const tooManyWrongCodes = () =>
  new ProviderError(
    'TooManyFailedAttemptsException',
    'Too many wrong codes. Wait 15 minutes, then request a new code.',
  );
export const tooManyCalls = () =>
  new ProviderError('TooManyRequestsException', 'Too many requests. Please wait a minute.');
export const limitExceeded = () =>
  new ProviderError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
