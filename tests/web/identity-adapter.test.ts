import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IdentityConfig } from '#contract/app-config.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { type Attempt, toIdentityFailure } from '#web/identity/amplify-errors.ts';
import { createAmplifyIdentity } from '#web/identity/amplify-identity.ts';
import { IdentityFailure } from '#web/identity/identity-failure.ts';

const config: IdentityConfig = {
  region: 'embedded',
  userPoolId: 'embedded_hearthscribe',
  userPoolClientId: 'hearthscribe-web',
  userPoolEndpoint: '/idp/',
  insecure: true,
  oauthDomain: null,
  passwordMinimumLength: 8,
};

const loaded = vi.fn();
const fetchAuthSession = vi.fn();
vi.mock('#web/identity/amplify-library.ts', () => {
  loaded();
  return {
    library: { fetchAuthSession, onAuthEvent: () => undefined },
    configureAmplify: () => undefined,
    authResources: () => ({}),
  };
});

const named = (name: string, message = '') => Object.assign(new Error(message), { name });

describe('amplify adapter', () => {
  let storage: MemoryStorage;
  beforeEach(() => {
    vi.useFakeTimers();
    storage = new MemoryStorage();
  });
  afterEach(() => {
    vi.useRealTimers();
    fetchAuthSession.mockReset();
  });
  const signInStorage = () =>
    storage.setItem('CognitoIdentityServiceProvider.hearthscribe-web.LastAuthUser', 'user-1');

  it('answers without aws-amplify while nobody is signed in in this browser', async () => {
    const identity = createAmplifyIdentity(config, { storage, origin: 'http://localhost' });
    expect(await identity.session()).toBeNull();
    expect(await identity.idToken()).toBe('');
    await identity.signOut();
    expect(loaded).not.toHaveBeenCalled();
    await identity.prefetch();
    expect(loaded).toHaveBeenCalledTimes(1);
  });

  it('gives an empty bearer once the time is up', async () => {
    signInStorage();
    fetchAuthSession.mockReturnValue(new Promise(() => undefined));
    const identity = createAmplifyIdentity(config, { storage, origin: 'http://localhost' });
    const settled = vi.fn();
    void identity.idToken({ timeoutMs: 500 }).then(settled);
    await vi.advanceTimersByTimeAsync(499);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledWith('');
  });

  it('gives an empty bearer when the tokens cannot be read, and the session says why', async () => {
    signInStorage();
    fetchAuthSession.mockRejectedValue(named('NetworkError'));
    const identity = createAmplifyIdentity(config, { storage, origin: 'http://localhost' });
    expect(await identity.idToken()).toBe('');
    await expect(identity.session()).rejects.toMatchObject({ code: 'network' });
  });
});

describe("Cognito's errors as failures", () => {
  it.each<[string, string, Attempt, string]>([
    ['NotAuthorizedException', 'Incorrect username or password.', 'signIn', 'wrongPassword'],
    ['NotAuthorizedException', 'Password attempts exceeded', 'signIn', 'tooManyAttempts'],
    ['NotAuthorizedException', 'Refresh Token has been revoked', 'session', 'signedOut'],
    ['UserNotFoundException', '', 'signIn', 'wrongPassword'],
    ['UsernameExistsException', '', 'signUp', 'accountExists'],
    ['InvalidPasswordException', '', 'signUp', 'weakPassword'],
    ['InvalidParameterException', 'Invalid email address format.', 'signUp', 'invalidEmail'],
    ['InvalidParameterException', 'Enter the six digits.', 'code', 'codeMismatch'],
    ['InvalidParameterException', 'User email is already verified.', 'session', 'alreadyVerified'],
    ['InvalidParameterException', 'Something else', 'session', 'unexpected'],
    ['LimitExceededException', '', 'resetPassword', 'tooManyAttempts'],
    ['TooManyRequestsException', '', 'session', 'tooManyAttempts'],
    ['CodeMismatchException', '', 'code', 'codeMismatch'],
    ['ExpiredCodeException', '', 'code', 'codeExpired'],
    ['CodeDeliveryFailureException', '', 'session', 'mailFailed'],
    ['UserUnAuthenticatedException', '', 'session', 'signedOut'],
    ['NetworkError', 'A network error has occurred.', 'signIn', 'network'],
    ['InternalErrorException', '', 'signIn', 'identityUnavailable'],
    ['NeverHeardOf', '', 'signIn', 'unexpected'],
  ])('%s (%s) while %s is %s', (name, message, attempt, code) => {
    const failure = toIdentityFailure(named(name, message), attempt, 8);
    expect(failure).toMatchObject({ code, details: null });
    expect(failure.message).not.toBe('');
  });

  it('leaves failures as they are and survives what is no error', () => {
    const failure = new IdentityFailure('weakPassword');
    expect(toIdentityFailure(failure, 'signUp', 8)).toBe(failure);
    expect(toIdentityFailure(undefined, 'signUp', 8).code).toBe('unexpected');
    expect(toIdentityFailure(named('InvalidPasswordException'), 'signUp', 12).message).toContain(
      '12 characters',
    );
  });
});
