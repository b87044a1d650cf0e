import type { PendingSignIn } from './google-code-flow.ts';

const pendingRedirectKey = 'hearthscribe.sign-in.redirect';

/** In this tab only. @param hash the current page's, for a choice in it (src/contract/choices.ts) */
export function rememberRedirect(storage: Storage, pending: PendingSignIn, hash = ''): void {
  storage.setItem(pendingRedirectKey, JSON.stringify({ ...pending, hash }));
}

/** Not imported from src/contract/choices.ts, to keep the redirect page small. */
const choicePattern = /^#(free|subscribe|buy)-[a-z0-9]+$/;

function read(storage: Storage): (PendingSignIn & { hash: string }) | null {
  const text = storage.getItem(pendingRedirectKey);
  if (text === null) return null;
  try {
    // No imports: a shared module would start the app on the redirect page.
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== 'object' || stored === null) return null;
    const [state, verifier, hash]: unknown[] = ['state', 'verifier', 'hash'].map((key) =>
      Reflect.get(stored, key),
    );
    if (typeof state !== 'string' || typeof verifier !== 'string') return null;
    return { state, verifier, hash: typeof hash === 'string' && choicePattern.test(hash) ? hash : '' };
  } catch {
    return null;
  }
}

/** A popup starts with a copy of its opener's storage. */
export const hasLeftWith = (storage: Storage, state: string | null): boolean =>
  state !== null && read(storage)?.state === state;

export const redirectHash = (storage: Storage): string => read(storage)?.hash ?? '';

/** Null without a redirect. */
export function takeRedirect(storage: Storage): PendingSignIn | null {
  const kept = read(storage);
  storage.removeItem(pendingRedirectKey);
  return kept && { state: kept.state, verifier: kept.verifier };
}
