import type { PendingSignIn } from './google-code-flow.ts';

/** Key in the session storage of a tab that has left for Google. */
const pendingRedirectKey = 'hearthscribe.sign-in.redirect';

/** Keeps a sign-in over leaving the page and coming back, in this tab only. */
export function rememberRedirect(storage: Storage, pending: PendingSignIn): void {
  storage.setItem(pendingRedirectKey, JSON.stringify(pending));
}

function read(storage: Storage): PendingSignIn | null {
  const text = storage.getItem(pendingRedirectKey);
  if (text === null) return null;
  try {
    const { state, verifier } = (JSON.parse(text) ?? {}) as Partial<PendingSignIn>;
    return typeof state === 'string' && typeof verifier === 'string' ? { state, verifier } : null;
  } catch {
    return null;
  }
}

/** Whether the tab has left with this state; a window that a page opens begins with a copy of the page's storage. */
export const hasLeftWith = (storage: Storage, state: string | null): boolean =>
  state !== null && read(storage)?.state === state;

/** Gives what was kept, once; null when this tab has not left for Google. */
export function takeRedirect(storage: Storage): PendingSignIn | null {
  const pending = read(storage);
  storage.removeItem(pendingRedirectKey);
  return pending;
}
