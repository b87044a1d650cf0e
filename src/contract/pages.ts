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

/** Google redirects here: a page without the app (R2.33). */
export const callbackPath = '/auth/callback';

export const pagePaths: readonly string[] = [
  ...publicPaths,
  '/campaign',
  '/alpha-features',
  '/app-ssg',
  callbackPath,
];

export const movedPaths: Readonly<Record<string, string>> = { '/app_index.html': '/campaign' };

/** Placeholder in built files. */
export const publicOrigin = 'https://public-origin.invalid';

export const legalNames = ['terms', 'privacy', 'cookies'] as const;
export type LegalName = (typeof legalNames)[number];

/** The server replaces the text between them if it has its own. */
export const legalSlot = { start: (name: LegalName) => `%legal-text:${name}%`, end: '%legal-text-end%' };
