import { incoming } from '#contract/incoming-recordings.ts';
import type { KeptIncoming } from './kept-incoming.ts';

export type OpenIncoming = () => Promise<KeptIncoming | null>;

/** Null if no app has ever sent anything, so that nearly nobody loads its code. */
export const openIncoming: OpenIncoming = async () => {
  // Undefined where the page is not secure.
  const caches: CacheStorage | undefined = globalThis.caches;
  if (caches === undefined || !(await caches.has(incoming.cache))) return null;
  const { createKeptIncoming } = await import('./kept-incoming.ts');
  return createKeptIncoming(await caches.open(incoming.cache));
};
