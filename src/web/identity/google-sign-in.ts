import type { IdentityConfig } from '#contract/app-config.ts';
import { callbackPath } from '#contract/pages.ts';
import { beginGoogle, completeGoogle, type GoogleEndpoint, type GoogleTokens } from './google-code-flow.ts';
import { openGooglePopup } from './google-popup.ts';
import { IdentityFailure } from './identity-failure.ts';
import { rememberRedirect, takeRedirect } from './redirect-memory.ts';

/** After a redirect; the page shows nothing else meanwhile. */
const EXCHANGE_TIMEOUT_MS = 30_000;

export interface GooglePage extends Pick<Window, 'open'> {
  fetch: typeof globalThis.fetch;
  location: Pick<Location, 'assign' | 'search' | 'pathname' | 'hash'>;
  history: Pick<History, 'replaceState'>;
  sessionStorage: Storage;
}

/** Prerendering has no window. */
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

function googleEndpoint(config: IdentityConfig, origin: string): GoogleEndpoint | null {
  const { oauthDomain, userPoolClientId } = config;
  if (oauthDomain === null) return null;
  const base = oauthDomain.startsWith('/') ? new URL(oauthDomain, origin).href : `https://${oauthDomain}`;
  return { base, clientId: userPoolClientId, redirectUri: new URL(callbackPath, origin).href };
}

interface AskedGoogle {
  /** Rejects with popupBlocked, cancelled, googleFailed, network, or the signal's reason. */
  tokens(loginHint?: string): Promise<GoogleTokens>;
  close(): void;
}

/** R2.33: in a popup or in this window. */
export function createGoogleSignIn(config: IdentityConfig, origin: string, page: GooglePage = browserPage) {
  const endpoint = googleEndpoint(config, origin);

  function requireEndpoint(): GoogleEndpoint {
    if (endpoint === null) throw new IdentityFailure('googleFailed');
    return endpoint;
  }

  return {
    isThere: endpoint !== null,

    /** Call it in the click itself; `tokens` rejects if the window was blocked. */
    ask(signal: AbortSignal): AskedGoogle {
      let popup: ReturnType<typeof openGooglePopup>;
      try {
        popup = openGooglePopup(page);
      } catch (error) {
        return { tokens: () => Promise.reject(error), close: () => undefined };
      }
      return {
        async tokens(loginHint) {
          try {
            const asked = requireEndpoint();
            const { pending, url } = await beginGoogle(asked, loginHint === undefined ? {} : { loginHint });
            const answer = popup.answer(pending.state, signal);
            popup.goTo(url);
            const tokens = await completeGoogle(asked, pending, await answer, { fetch: page.fetch, signal });
            signal.throwIfAborted();
            return tokens;
          } finally {
            popup.close();
          }
        },
        close: popup.close,
      };
    },

    async leave(): Promise<void> {
      const { pending, url } = await beginGoogle(requireEndpoint());
      rememberRedirect(page.sessionStorage, pending, page.location.hash);
      page.location.assign(url);
    },

    async comeBack(): Promise<GoogleTokens | null> {
      const answer = new URLSearchParams(page.location.search);
      const pending = takeRedirect(page.sessionStorage);
      const isAnswer = answer.has('state') && (answer.has('code') || answer.has('error'));
      // The user returned another way.
      if (pending === null || !isAnswer) return null;
      // The code is used up either way.
      page.history.replaceState(null, '', page.location.pathname + page.location.hash);
      return completeGoogle(requireEndpoint(), pending, answer, {
        fetch: page.fetch,
        signal: AbortSignal.timeout(EXCHANGE_TIMEOUT_MS),
      });
    },
  };
}
