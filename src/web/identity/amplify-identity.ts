import type { IdentityConfig } from '#contract/app-config.ts';
import { type Attempt, toIdentityFailure } from './amplify-errors.ts';
import type { AmplifyLibrary } from './amplify-library.ts';
import { beginGoogle, completeGoogle, type GoogleEndpoint, type GoogleTokens } from './google-code-flow.ts';
import { type GooglePopup, openGooglePopup } from './google-popup.ts';
import { IdentityFailure } from './identity-failure.ts';
import type { Credentials, IdentityEvent, IdentityPort, IdentitySession } from './port.ts';
import { rememberRedirect, takeRedirect } from './redirect-memory.ts';

const BEARER_TIMEOUT_MS = 10_000;

/** What signing in with Google needs of the browser. */
export interface GooglePage extends Pick<Window, 'open'> {
  fetch: typeof globalThis.fetch;
  location: Pick<Location, 'assign' | 'search' | 'pathname'>;
  history: Pick<History, 'replaceState'>;
  sessionStorage: Storage;
}

/** Read when it is used, for the light pages are also made where there is no window. */
const browserPage: GooglePage = {
  open: (...given) => window.open(...given),
  fetch: (...given) => window.fetch(...given),
  get location() {
    return window.location;
  },
  get history() {
    return window.history;
  },
  get sessionStorage() {
    return window.sessionStorage;
  },
};

/** Null where there is no sign-in with Google. */
function googleEndpoint(config: IdentityConfig, origin: string): GoogleEndpoint | null {
  const { oauthDomain, userPoolClientId } = config;
  if (oauthDomain === null) return null;
  const base = oauthDomain.startsWith('/') ? new URL(oauthDomain, origin).href : `https://${oauthDomain}`;
  return { base, clientId: userPoolClientId, redirectUri: new URL('/auth/callback', origin).href };
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
  options: {
    storage?: Storage;
    origin?: string;
    events?: EventTarget;
    /** For the exchange of a code of Google; what leaves the page, and what is kept until it comes back. */
    google?: GooglePage;
  } = {},
): AmplifyIdentity {
  const storage = options.storage ?? globalThis.localStorage;
  const origin = options.origin ?? globalThis.location.origin;
  const page = options.google ?? browserPage;
  const google = googleEndpoint(config, origin);
  const keyPrefix = `CognitoIdentityServiceProvider.${config.userPoolClientId}.`;
  const lastUserKey = `${keyPrefix}LastAuthUser`;
  const listeners = new Set<(event: IdentityEvent) => void>();
  const emit = (type: IdentityEvent['type']) => {
    for (const listener of [...listeners]) listener({ type });
  };

  let loading: Promise<AmplifyLibrary> | undefined;
  function load(): Promise<AmplifyLibrary> {
    loading ??= import('./amplify-library.ts').then(
      ({ library, configureAmplify, authResources }) => {
        configureAmplify(authResources(config, origin), options.storage);
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
    return token === undefined ? null : sessionOf(token.payload);
  }

  /** Makes what Google gave the session of this browser; whoever was signed in before is signed out. */
  async function keepGoogleTokens(tokens: GoogleTokens): Promise<IdentitySession> {
    if (isAnyoneStored()) await signOut();
    return attempt('session', async (library) => {
      await library.keepTokens(await resources(), tokens, storage);
      const session = await readSession(library);
      if (!session) throw new IdentityFailure('googleFailed');
      emit('signedIn');
      return session;
    });
  }

  /** The tokens of whoever says in a window of its own who they are. */
  async function askGoogle(
    popup: GooglePopup,
    signal: AbortSignal,
    loginHint?: string,
  ): Promise<GoogleTokens> {
    try {
      const endpoint = requireGoogle();
      const { pending, url } = await beginGoogle(endpoint, loginHint === undefined ? {} : { loginHint });
      const answer = popup.answer(pending.state, signal);
      popup.goTo(url);
      return await completeGoogle(endpoint, pending, await answer, { fetch: page.fetch, signal });
    } finally {
      popup.close();
    }
  }

  function requireGoogle(): GoogleEndpoint {
    if (google === null) throw new IdentityFailure('googleFailed');
    return google;
  }

  const resources = async () => (await import('./amplify-library.ts')).authResources(config, origin);

  async function requireSession(): Promise<IdentitySession> {
    const session = isAnyoneStored() ? await attempt('session', readSession) : null;
    if (session === null) throw new IdentityFailure('signedOut');
    return session;
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

    hasGoogle: google !== null,

    // Not async: the window is opened before anything is waited for.
    google({ signal }) {
      try {
        return askGoogle(openGooglePopup(page), signal).then(keepGoogleTokens);
      } catch (error) {
        return Promise.reject(error);
      }
    },

    async googleByRedirect() {
      const { pending, url } = await beginGoogle(requireGoogle());
      rememberRedirect(page.sessionStorage, pending);
      page.location.assign(url);
    },

    async finishRedirect() {
      const pending = takeRedirect(page.sessionStorage);
      if (pending === null) return null;
      const answer = new URLSearchParams(page.location.search);
      // The code is spent either way, and is nobody's business.
      page.history.replaceState(null, '', page.location.pathname);
      return keepGoogleTokens(await completeGoogle(requireGoogle(), pending, answer, { fetch: page.fetch }));
    },

    reauthenticate(proof) {
      if (proof.method === 'password') {
        return requireSession().then((session) =>
          attempt('signIn', async (library) => {
            const proved = await library.proveByPassword(await resources(), {
              username: session.email,
              password: proof.password,
            });
            if (proved === null) throw new IdentityFailure('unexpected');
            if (proved.sub !== session.userId) throw new IdentityFailure('otherAccount');
            return { idToken: proved.idToken };
          }),
        );
      }
      let popup: GooglePopup;
      try {
        popup = openGooglePopup(page);
      } catch (error) {
        return Promise.reject(error);
      }
      return requireSession().then(
        async (session) => {
          const { idToken } = await askGoogle(popup, proof.signal, session.email);
          const { sub } = await attempt('session', async (library) => library.readClaims(idToken));
          if (sub !== session.userId) throw new IdentityFailure('otherAccount');
          return { idToken };
        },
        (error: unknown) => {
          popup.close();
          throw error;
        },
      );
    },

    async forgetIdentity() {
      if (config.userPoolEndpoint !== null) return;
      // What is left of it is an address without anything behind it; docs/operations.md says how it is found.
      await attempt('session', (library) => library.deleteUser()).catch(() => undefined);
    },

    changePassword: ({ currentPassword, newPassword }) =>
      attempt('changePassword', (library) =>
        library.updatePassword({ oldPassword: currentPassword, newPassword }),
      ),

    changeEmail: (email) =>
      attempt('changeEmail', async (library) => {
        const { nextStep } = await library.updateUserAttribute({
          userAttribute: { attributeKey: 'email', value: email.trim().toLowerCase() },
        });
        return { destination: nextStep.codeDeliveryDetails?.destination ?? null };
      }),

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
