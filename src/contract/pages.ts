/** Prerendered pages (src/web/pages/page-catalogue.ts). */
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

/** Google redirects here: a page without the app, which passes on its query (R2.33). */
export const callbackPath = '/auth/callback';

/** Paths of the app's pages (R2). All others are 404. */
export const pagePaths: readonly string[] = [
  ...publicPaths,
  '/campaign',
  '/alpha-features',
  '/app-ssg',
  callbackPath,
];

/** Redirects; the query is kept (R2.5). */
export const movedPaths: Readonly<Record<string, string>> = { '/app_index.html': '/campaign' };

/** Placeholder in built files for the server's public origin. */
export const publicOrigin = 'https://public-origin.invalid';

/** Texts that the operator is responsible for (R2.10), by the last part of their address. */
export const legalNames = ['terms', 'privacy', 'cookies'] as const;
export type LegalName = (typeof legalNames)[number];

/** Markers around a built page's default text, which the server replaces if it has its own. */
export const legalSlot = { start: (name: LegalName) => `%legal-text:${name}%`, end: '%legal-text-end%' };
