import type { PendingSignIn } from './google-code-flow.ts';

/** Key in the session storage of a tab that has left for Google. */
const pendingRedirectKey = 'hearthscribe.sign-in.redirect';

/**
 * Keeps a sign-in over leaving the page and coming back, in this tab only.
 * @param hash of the page that is left; what it asks for is kept (src/contract/choices.ts)
 */
export function rememberRedirect(storage: Storage, pending: PendingSignIn, hash = ''): void {
  storage.setItem(pendingRedirectKey, JSON.stringify({ ...pending, hash }));
}

/** As src/contract/choices.ts writes them; that is not imported, for the page that Google leads back to loads nothing else. */
const choicePattern = /^#(free|subscribe|buy)-[a-z0-9]+$/;

function read(storage: Storage): (PendingSignIn & { hash: string }) | null {
  const text = storage.getItem(pendingRedirectKey);
  if (text === null) return null;
  try {
    const { state, verifier, hash } = (JSON.parse(text) ?? {}) as Record<string, unknown>;
    if (typeof state !== 'string' || typeof verifier !== 'string') return null;
    return { state, verifier, hash: typeof hash === 'string' && choicePattern.test(hash) ? hash : '' };
  } catch {
    return null;
  }
}

/** Whether the tab has left with this state; a window that a page opens begins with a copy of the page's storage. */
export const hasLeftWith = (storage: Storage, state: string | null): boolean =>
  state !== null && read(storage)?.state === state;

/** The hash that asks for what was chosen before the tab left for Google; empty where nothing was. */
export const redirectHash = (storage: Storage): string => read(storage)?.hash ?? '';

/** Gives what was kept, once; null when this tab has not left for Google. */
export function takeRedirect(storage: Storage): PendingSignIn | null {
  const kept = read(storage);
  storage.removeItem(pendingRedirectKey);
  return kept && { state: kept.state, verifier: kept.verifier };
}
