/** Pages that anyone may read; each is prerendered (src/web/pages/page-catalogue.ts). */
export const publicPaths: readonly string[] = [
  '/',
  '/faq',
  '/pricing',
  '/demo',
  '/ai',
  '/terms',
  '/privacy',
  '/cookies',
  '/roadmap',
  '/tips-and-tricks',
  '/blog',
  '/blog/every-line-points-to-its-moment',
  '/blog/notes-that-last-three-months',
  '/blog/one-phone-or-five-tracks',
];

/** Where Google leads back to: a page without the app, which hands on what it was given (R2.33). */
export const callbackPath = '/auth/callback';

/** Paths of the pages that the app shows (R2). Any other is not found, for the browser and, when loaded, for the server. */
export const pagePaths: readonly string[] = [
  ...publicPaths,
  '/campaign',
  '/alpha-features',
  '/app-ssg',
  callbackPath,
];

/** Old addresses and where they lead; the query is kept (R2.5). */
export const movedPaths: Readonly<Record<string, string>> = { '/app_index.html': '/campaign' };

/** Stands for the server's public origin in built files; the server puts the real one in its place. */
export const publicOrigin = 'https://public-origin.invalid';

/** The texts that the operator of a server answers for (R2.10), by the last part of their address. */
export const legalNames = ['terms', 'privacy', 'cookies'] as const;
export type LegalName = (typeof legalNames)[number];

/** Around what a built page says where the server has no text of its own to put there. */
export const legalSlot = { start: (name: LegalName) => `%legal-text:${name}%`, end: '%legal-text-end%' };
