import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IdentityConfig } from '#contract/app-config.ts';
import { choicePath } from '#contract/choices.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { type Attempt, tellsOfAccount, toIdentityFailure } from '#web/identity/amplify-errors.ts';
import { createAmplifyIdentity } from '#web/identity/amplify-identity.ts';
import { IdentityFailure } from '#web/identity/identity-failure.ts';
import { hasLeftWith, redirectHash, rememberRedirect, takeRedirect } from '#web/identity/redirect-memory.ts';

const config: IdentityConfig = {
  region: 'embedded',
  userPoolId: 'embedded_hearthscribe',
  userPoolClientId: 'hearthscribe-web',
  userPoolEndpoint: '/idp/',
  insecure: true,
  oauthDomain: null,
  passwordMinimumLength: 8,
  mailPage: null,
};

const loaded = vi.fn();
const fetchAuthSession = vi.fn();
vi.mock('#web/identity/amplify-library.ts', () => {
  loaded();
  return { library: {} };
});
vi.mock('#web/identity/amplify-session.ts', () => {
  loaded();
  return {
    sessionLibrary: { fetchAuthSession, onAuthEvent: () => undefined },
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

  it('works without aws-amplify while signed out in this browser', async () => {
    const identity = createAmplifyIdentity(config, { storage, origin: 'http://localhost' });
    expect(await identity.session()).toBeNull();
    expect(await identity.idToken()).toBe('');
    await identity.signOut();
    expect(loaded).not.toHaveBeenCalled();
    await identity.prefetch();
    expect(loaded).toHaveBeenCalledTimes(2);
  });

  it('gives up a request that is never answered after a minute: no flow waits without end', async () => {
    signInStorage();
    fetchAuthSession.mockReturnValue(new Promise(() => {}));
    const identity = createAmplifyIdentity(config, { storage, origin: 'http://localhost' });
    const asked = identity.session().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await asked).toMatchObject({ code: 'network' });
  });

  it('returns an empty bearer token after the time limit', async () => {
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

  it('returns an empty bearer token if the tokens cannot be read, and the session says why', async () => {
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
    ['CodeMismatchException', 'Invalid verification code provided', 'mailedCode', 'codeRefused'],
    [
      'ExpiredCodeException',
      'Invalid code provided, please request a code again.',
      'mailedCode',
      'codeRefused',
    ],
    ['UserNotFoundException', 'User does not exist.', 'mailedCode', 'codeRefused'],
    ['NotAuthorizedException', 'User cannot be confirmed.', 'mailedCode', 'codeRefused'],
    ['NotAuthorizedException', 'Password attempts exceeded', 'mailedCode', 'tooManyAttempts'],
    ['InvalidPasswordException', '', 'mailedCode', 'weakPassword'],
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

  it.each([
    ['UserNotFoundException', 'User does not exist.', true],
    [
      'InvalidParameterException',
      'Cannot reset password for the user as there is no registered/verified email or phone_number',
      true,
    ],
    ['InvalidParameterException', 'Invalid email address format.', false],
    ['LimitExceededException', 'Attempt limit exceeded', false],
  ])('%s (%s) reveals an account: %s', (name, message, reveals) => {
    expect(tellsOfAccount(named(name, message))).toBe(reveals);
  });

  it('keeps failures unchanged and survives other errors', () => {
    const failure = new IdentityFailure('weakPassword');
    expect(toIdentityFailure(failure, 'signUp', 8)).toBe(failure);
    expect(toIdentityFailure(undefined, 'signUp', 8).code).toBe('unexpected');
    expect(toIdentityFailure(named('InvalidPasswordException'), 'signUp', 12).message).toContain(
      '12 characters',
    );
  });
});

describe('the tab that has left for Google', () => {
  const pending = { state: 'a state', verifier: 'a verifier' };

  it('[R2.33] is identified by its state, so that a popup opened afterward is not mistaken for it', () => {
    const storage = new MemoryStorage();
    expect(hasLeftWith(storage, pending.state)).toBe(false);
    rememberRedirect(storage, pending);
    expect(hasLeftWith(storage, pending.state)).toBe(true);
    // A popup starts with a copy of its opener's session storage.
    expect(hasLeftWith(new MemoryStorage(storage), 'the state of the window')).toBe(false);
    expect(hasLeftWith(storage, null)).toBe(false);
  });

  it('[R2.1] stores the choice on the page that is left, and no other hash', () => {
    const storage = new MemoryStorage();
    const choices = [
      { kind: 'freeAnalysis' },
      { kind: 'subscription', tier: 'PRO' },
      { kind: 'credits', quantity: 5 },
    ] as const;
    for (const choice of choices) {
      const { hash } = new URL(choicePath(choice), 'http://here.invalid');
      rememberRedirect(storage, pending, hash);
      expect(redirectHash(storage)).toBe(hash);
      expect(takeRedirect(storage)).toEqual(pending);
      expect(redirectHash(storage)).toBe('');
    }
    rememberRedirect(storage, pending, '#join');
    expect(redirectHash(storage)).toBe('');
  });

  it('returns what it stored once, and nothing invalid', () => {
    const storage = new MemoryStorage();
    rememberRedirect(storage, pending);
    expect(takeRedirect(storage)).toEqual(pending);
    expect(takeRedirect(storage)).toBeNull();
    for (const broken of ['{', '{"state":1}', 'null']) {
      storage.setItem('hearthscribe.sign-in.redirect', broken);
      expect(takeRedirect(storage)).toBeNull();
    }
  });
});
