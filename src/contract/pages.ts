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

/** The recording of the public demo. */
export const demoSoundPath = '/demo-session.mp3';

/** Google redirects here: a page without the app (R2.33). */
export const callbackPath = '/auth/callback';

/** Pages of an account, with their kinds. They start from an empty shell (R2.4, R2.6). */
export const accountPages = {
  '/campaign': 'Campaign',
  '/alpha-features': 'Alpha features',
} as const;
export type AccountPath = keyof typeof accountPages;

export const isAccountPath = (path: string): path is AccountPath => Object.hasOwn(accountPages, path);

export const pagePaths: readonly string[] = [
  ...publicPaths,
  ...Object.keys(accountPages),
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
