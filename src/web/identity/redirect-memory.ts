import type { PendingSignIn } from './google-code-flow.ts';

/** Key in the session storage of a tab that has left for Google. */
export const pendingRedirectKey = 'hearthscribe.sign-in.redirect';

/** Keeps a sign-in over leaving the page and coming back, in this tab only. */
export function rememberRedirect(storage: Storage, pending: PendingSignIn): void {
  storage.setItem(pendingRedirectKey, JSON.stringify(pending));
}

/** Gives what was kept, once; null when this tab has not left for Google. */
export function takeRedirect(storage: Storage): PendingSignIn | null {
  const text = storage.getItem(pendingRedirectKey);
  storage.removeItem(pendingRedirectKey);
  if (text === null) return null;
  try {
    const { state, verifier } = JSON.parse(text) as Partial<PendingSignIn>;
    return typeof state === 'string' && typeof verifier === 'string' ? { state, verifier } : null;
  } catch {
    return null;
  }
}
