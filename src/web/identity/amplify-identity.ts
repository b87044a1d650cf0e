import type { IdentityConfig } from '#contract/app-config.ts';
import { recordOf } from '#contract/unknown-values.ts';
import { type Attempt, tellsOfAccount, toIdentityFailure } from './amplify-errors.ts';
import type { AmplifyLibrary } from './amplify-library.ts';
import type { SessionLibrary } from './amplify-session.ts';
import type { GoogleTokens } from './google-code-flow.ts';
import { createGoogleSignIn, type GooglePage } from './google-sign-in.ts';
import { IdentityFailure } from './identity-failure.ts';
import type { Credentials, IdentityEvent, IdentityPort, IdentitySession } from './port.ts';

const BEARER_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;

/** Amplify's requests have no time limit: without one, a connection that stalls is waited for without end. */
async function withinTime<Value>(work: Promise<Value>, milliseconds = REQUEST_TIMEOUT_MS): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new IdentityFailure('network')), milliseconds);
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}

function sessionOf(claims: Record<string, unknown>): IdentitySession | null {
  const { sub, email, email_verified, identities } = claims;
  if (typeof sub !== 'string' || typeof email !== 'string') return null;
  return {
    userId: sub,
    email,
    emailVerified: email_verified === true || email_verified === 'true',
    method: identities === undefined ? 'password' : 'google',
  };
}

const hubEvents: Readonly<Record<string, IdentityEvent['type']>> = {
  signedIn: 'signedIn',
  signedOut: 'signedOut',
  tokenRefresh: 'refreshed',
  tokenRefresh_failure: 'refreshed',
};

/** Loads aws-amplify on demand; `session` and `idToken` only need it after a sign-in. */
export function createAmplifyIdentity(
  config: IdentityConfig,
  options: {
    storage?: Storage;
    origin?: string;
    events?: EventTarget;
    google?: GooglePage;
  } = {},
): IdentityPort {
  const storage = options.storage ?? globalThis.localStorage;
  const origin = options.origin ?? globalThis.location.origin;
  const google = createGoogleSignIn(config, origin, options.google);
  const keyPrefix = `CognitoIdentityServiceProvider.${config.userPoolClientId}.`;
  const lastUserKey = `${keyPrefix}LastAuthUser`;
  const listeners = new Set<(event: IdentityEvent) => void>();
  const emit = (type: IdentityEvent['type']) => {
    for (const listener of [...listeners]) listener({ type });
  };

  const notLoaded = (error: unknown): never => {
    throw new IdentityFailure('network', { cause: error });
  };

  let loadingSession: Promise<SessionLibrary> | undefined;
  function loadSession(): Promise<SessionLibrary> {
    loadingSession ??= import('./amplify-session.ts').then(
      ({ sessionLibrary, configureAmplify, authResources }) => {
        configureAmplify(authResources(config, origin), options.storage);
        sessionLibrary.onAuthEvent((name) => {
          const type = hubEvents[name];
          if (type) emit(type);
        });
        return sessionLibrary;
      },
      (error: unknown) => {
        loadingSession = undefined;
        return notLoaded(error);
      },
    );
    return loadingSession;
  }

  async function load(): Promise<AmplifyLibrary> {
    const [, { library }] = await Promise.all([
      loadSession(),
      import('./amplify-library.ts').catch(notLoaded),
    ]);
    return library;
  }

  /** Amplify has no event for a sign-out in another tab. */
  (options.events ?? globalThis.window)?.addEventListener('storage', (event) => {
    const { key, newValue } = recordOf(event);
    if (key === null || (key === lastUserKey && newValue === null)) emit('signedOut');
    else if (key === lastUserKey) emit('signedIn');
  });

  const isAnyoneStored = () => storage.getItem(lastUserKey) !== null;

  async function attempt<Value>(
    kind: Attempt,
    work: (library: AmplifyLibrary) => Promise<Value>,
  ): Promise<Value> {
    try {
      return await withinTime(load().then(work));
    } catch (error) {
      throw toIdentityFailure(error, kind, config.passwordMinimumLength);
    }
  }

  async function readTokens(forceRefresh = false) {
    const { fetchAuthSession } = await loadSession();
    return (await fetchAuthSession({ forceRefresh })).tokens?.idToken;
  }

  async function readSession(): Promise<IdentitySession | null> {
    const token = await readTokens();
    return token === undefined ? null : sessionOf(token.payload);
  }

  async function storedSession(): Promise<IdentitySession | null> {
    if (!isAnyoneStored()) return null;
    return withinTime(readSession()).catch((error) => {
      throw toIdentityFailure(error, 'session', config.passwordMinimumLength);
    });
  }

  async function keepGoogleTokens(tokens: GoogleTokens): Promise<IdentitySession> {
    if (isAnyoneStored()) await signOut();
    return attempt('session', async (library) => {
      await library.keepTokens(await resources(), tokens, storage);
      const session = await readSession();
      if (!session) throw new IdentityFailure('googleFailed');
      emit('signedIn');
      return session;
    });
  }

  const resources = async () => (await import('./amplify-session.ts')).authResources(config, origin);

  async function requireSession(): Promise<IdentitySession> {
    const session = await storedSession();
    if (session === null) throw new IdentityFailure('signedOut');
    return session;
  }

  /** Amplify doesn't wait for its own removal. */
  function purge(): void {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
    for (const key of keys) if (key?.startsWith(keyPrefix)) storage.removeItem(key);
  }

  async function signOut(): Promise<void> {
    try {
      if (isAnyoneStored())
        await withinTime(
          load().then((library) => library.signOut()),
          BEARER_TIMEOUT_MS,
        );
    } catch {
      // The provider is unreachable; the session ends here anyway.
    }
    purge();
  }

  async function signIn({ email, password }: Credentials): Promise<IdentitySession> {
    if (isAnyoneStored()) await signOut();
    return attempt('signIn', async (library) => {
      const { isSignedIn, nextStep } = await withPassword(password, (typed) =>
        library.signIn({ username: email.trim(), password: typed }),
      );
      if (nextStep.signInStep === 'CONFIRM_SIGN_UP') throw new IdentityFailure('confirmationRequired');
      const session = isSignedIn ? await readSession() : null;
      if (!session) throw new IdentityFailure('unexpected', { cause: nextStep.signInStep });
      return session;
    });
  }

  return {
    async prefetch() {
      await load().catch(() => undefined);
    },

    session: storedSession,

    async idToken({ timeoutMs = BEARER_TIMEOUT_MS, forceRefresh = false } = {}) {
      if (!isAnyoneStored()) return '';
      return withinTime(readTokens(forceRefresh), timeoutMs).then(
        (found) => found?.toString() ?? '',
        () => '',
      );
    },

    async signUp({ email, password }) {
      const username = email.trim();
      const isComplete = await attempt('signUp', async (library) => {
        const output = await library.signUp({
          username,
          password: password.normalize('NFKC'),
          options: { userAttributes: { email: username } },
        });
        return output.isSignUpComplete;
      });
      if (!isComplete) throw new IdentityFailure('confirmationRequired');
      return signIn({ email: username, password });
    },

    signIn,
    signOut,

    passwordMinimumLength: config.passwordMinimumLength,
    mailPage: config.mailPage,

    confirmSignUp: ({ email, code }) =>
      attempt('mailedCode', async (library) => {
        await library.confirmSignUp({ username: email.trim(), confirmationCode: code.trim() });
      }),

    resendSignUpCode: (email) =>
      attempt('resetPassword', async (library) => {
        await library.resendSignUpCode({ username: email.trim() });
      }),

    hasGoogle: google.isThere,

    // Not async: the window must open before anything is awaited.
    google({ signal }) {
      const asked = google.ask(signal);
      return asked.tokens().then(keepGoogleTokens);
    },

    googleByRedirect: google.leave,

    async finishRedirect() {
      const tokens = await google.comeBack();
      return tokens === null ? null : keepGoogleTokens(tokens);
    },

    reauthenticate(proof) {
      if (proof.method === 'password') {
        return requireSession().then((session) =>
          attempt('signIn', async (library) => {
            const from = await resources();
            const proved = await withPassword(proof.password, (typed) =>
              library.proveByPassword(from, { username: session.email, password: typed }),
            );
            if (proved === null) throw new IdentityFailure('unexpected');
            if (proved.sub !== session.userId) throw new IdentityFailure('otherAccount');
            return { idToken: proved.idToken };
          }),
        );
      }
      const asked = google.ask(proof.signal);
      return requireSession().then(
        async (session) => {
          const { idToken } = await asked.tokens(session.email);
          const { sub } = await attempt('session', async (library) => library.readClaims(idToken));
          if (sub !== session.userId) throw new IdentityFailure('otherAccount');
          return { idToken };
        },
        (error: unknown) => {
          asked.close();
          throw error;
        },
      );
    },

    async forgetIdentity() {
      if (config.userPoolEndpoint !== null) return;
      // At worst this leaves an address without an account; docs/operations.md says how to find it.
      await attempt('session', (library) => library.deleteUser()).catch(() => undefined);
    },

    changePassword: ({ currentPassword, newPassword }) =>
      attempt('changePassword', (library) =>
        withPassword(currentPassword, (oldPassword) =>
          library.updatePassword({ oldPassword, newPassword: newPassword.normalize('NFKC') }),
        ),
      ),

    async changeEmail({ email, password }) {
      const session = await requireSession();
      const input = { userAttributes: { email: email.trim().toLowerCase() } };
      const { email: outcome } = await attempt('changeEmail', async (library) => {
        if (password === null) return library.updateUserAttributes(input);
        const from = await resources();
        return withPassword(password, (typed) =>
          library.updateUserAttributesByPassword(from, { username: session.email, password: typed }, input),
        );
      });
      return { destination: outcome?.nextStep.codeDeliveryDetails?.destination ?? null };
    },

    resetPassword: (email) =>
      attempt('resetPassword', async (library) => {
        try {
          const { nextStep } = await library.resetPassword({ username: email.trim() });
          return { destination: nextStep.codeDeliveryDetails?.destination ?? null };
        } catch (error) {
          // The response must not reveal whether an account exists.
          if (tellsOfAccount(error)) return { destination: null };
          throw error;
        }
      }),

    confirmResetPassword: ({ email, code, newPassword }) =>
      attempt('mailedCode', (library) =>
        library.confirmResetPassword({
          username: email.trim(),
          confirmationCode: code.trim(),
          newPassword: newPassword.normalize('NFKC'),
        }),
      ),

    sendVerification: () =>
      attempt('session', async (library) => {
        const { destination } = await library.sendUserAttributeVerificationCode({
          userAttributeKey: 'email',
        });
        return { destination: destination ?? null };
      }),

    confirmVerification: (code) =>
      attempt('code', async (library) => {
        await library.confirmUserAttribute({ userAttributeKey: 'email', confirmationCode: code.trim() });
        await readTokens(true);
      }),

    isVerified: () =>
      attempt('session', async (library) => (await library.fetchUserAttributes()).email_verified === 'true'),

    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Keyboards write the same letters in several ways, so passwords are normalized. One that was set before, or elsewhere,
 * may not be: then it is tried as it was typed.
 */
async function withPassword<Result>(
  password: string,
  use: (password: string) => Promise<Result>,
): Promise<Result> {
  const normalized = password.normalize('NFKC');
  try {
    return await use(normalized);
  } catch (error) {
    const isWrong = error instanceof Error && error.name === 'NotAuthorizedException';
    if (!isWrong || normalized === password) throw error;
    return use(password);
  }
}
