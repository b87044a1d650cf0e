import type { IdentityConfig } from '#contract/app-config.ts';
import { type Attempt, toIdentityFailure } from './amplify-errors.ts';
import type { AmplifyLibrary } from './amplify-library.ts';
import { IdentityFailure } from './identity-failure.ts';
import type { Credentials, IdentityEvent, IdentityPort, IdentitySession } from './port.ts';

const BEARER_TIMEOUT_MS = 10_000;

const hubEvents: Readonly<Record<string, IdentityEvent['type']>> = {
  signedIn: 'signedIn',
  signedOut: 'signedOut',
  tokenRefresh: 'refreshed',
  tokenRefresh_failure: 'refreshed',
};

export interface AmplifyIdentity extends IdentityPort {
  /** Loads aws-amplify ahead of its first use, e.g. when the pointer is over Join / Login. */
  prefetch(): Promise<void>;
}

/**
 * The identity port over aws-amplify, for the embedded and the hosted provider alike. The library is loaded on first
 * need; while nobody is signed in in this browser, `session` and `idToken` answer without it.
 */
export function createAmplifyIdentity(
  config: IdentityConfig,
  options: { storage?: Storage; origin?: string; events?: EventTarget } = {},
): AmplifyIdentity {
  const storage = options.storage ?? globalThis.localStorage;
  const origin = options.origin ?? globalThis.location.origin;
  const keyPrefix = `CognitoIdentityServiceProvider.${config.userPoolClientId}.`;
  const lastUserKey = `${keyPrefix}LastAuthUser`;
  const listeners = new Set<(event: IdentityEvent) => void>();
  const emit = (type: IdentityEvent['type']) => {
    for (const listener of [...listeners]) listener({ type });
  };

  let loading: Promise<AmplifyLibrary> | undefined;
  function load(): Promise<AmplifyLibrary> {
    loading ??= import('./amplify-library.ts').then(
      ({ library, configureAmplify }) => {
        configureAmplify(config, { origin, ...(options.storage ? { storage: options.storage } : {}) });
        library.onAuthEvent((name) => {
          const type = hubEvents[name];
          if (type) emit(type);
        });
        return library;
      },
      (error: unknown) => {
        loading = undefined;
        throw new IdentityFailure('network', { cause: error });
      },
    );
    return loading;
  }

  /** Signing out in another tab is no event of Amplify's: the browser tells of the storage. */
  (options.events ?? globalThis.window)?.addEventListener('storage', (event) => {
    const { key, newValue } = event as StorageEvent;
    if (key === null || (key === lastUserKey && newValue === null)) emit('signedOut');
    else if (key === lastUserKey) emit('signedIn');
  });

  const isAnyoneStored = () => storage.getItem(lastUserKey) !== null;

  async function attempt<Value>(
    kind: Attempt,
    work: (library: AmplifyLibrary) => Promise<Value>,
  ): Promise<Value> {
    try {
      return await work(await load());
    } catch (error) {
      throw toIdentityFailure(error, kind, config.passwordMinimumLength);
    }
  }

  async function readTokens(library: AmplifyLibrary, forceRefresh = false) {
    return (await library.fetchAuthSession({ forceRefresh })).tokens?.idToken;
  }

  async function readSession(library: AmplifyLibrary): Promise<IdentitySession | null> {
    const token = await readTokens(library);
    const { sub, email, email_verified } = token?.payload ?? {};
    if (typeof sub !== 'string' || typeof email !== 'string') return null;
    return { userId: sub, email, emailVerified: email_verified === true || email_verified === 'true' };
  }

  /** Removes what a sign-out left behind: Amplify does not wait for its own removal. */
  function purge(): void {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
    for (const key of keys) if (key?.startsWith(keyPrefix)) storage.removeItem(key);
  }

  async function signOut(): Promise<void> {
    try {
      if (isAnyoneStored()) await (await load()).signOut();
    } catch {
      // The provider could not be told; the session ends here all the same.
    }
    purge();
  }

  async function signIn({ email, password }: Credentials): Promise<IdentitySession> {
    if (isAnyoneStored()) await signOut();
    return attempt('signIn', async (library) => {
      const { isSignedIn, nextStep } = await library.signIn({ username: email.trim(), password });
      if (nextStep.signInStep === 'CONFIRM_SIGN_UP') throw new IdentityFailure('confirmationRequired');
      const session = isSignedIn ? await readSession(library) : null;
      if (!session) throw new IdentityFailure('unexpected', { cause: nextStep.signInStep });
      return session;
    });
  }

  return {
    async prefetch() {
      await load().catch(() => undefined);
    },

    async session() {
      return isAnyoneStored() ? attempt('session', readSession) : null;
    },

    async idToken({ timeoutMs = BEARER_TIMEOUT_MS, forceRefresh = false } = {}) {
      if (!isAnyoneStored()) return '';
      let timer: ReturnType<typeof setTimeout> | undefined;
      const timeout = new Promise<string>((resolve) => {
        timer = setTimeout(resolve, timeoutMs, '');
      });
      const token = load()
        .then((library) => readTokens(library, forceRefresh))
        .then(
          (found) => found?.toString() ?? '',
          () => '',
        );
      try {
        return await Promise.race([token, timeout]);
      } finally {
        clearTimeout(timer);
      }
    },

    async signUp({ email, password }) {
      const username = email.trim();
      const isComplete = await attempt('signUp', async (library) => {
        const output = await library.signUp({
          username,
          password,
          options: { userAttributes: { email: username } },
        });
        return output.isSignUpComplete;
      });
      if (!isComplete) throw new IdentityFailure('confirmationRequired');
      return signIn({ email: username, password });
    },

    signIn,
    signOut,

    resetPassword: (email) =>
      attempt('resetPassword', async (library) => {
        const { nextStep } = await library.resetPassword({ username: email.trim() });
        const details = 'codeDeliveryDetails' in nextStep ? nextStep.codeDeliveryDetails : undefined;
        return { destination: details?.destination ?? null };
      }),

    confirmResetPassword: ({ email, code, newPassword }) =>
      attempt('code', (library) =>
        library.confirmResetPassword({ username: email.trim(), confirmationCode: code.trim(), newPassword }),
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
        await readTokens(library, true);
      }),

    isVerified: () =>
      attempt('session', async (library) => (await library.fetchUserAttributes()).email_verified === 'true'),

    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
