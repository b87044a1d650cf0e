/** Paths of the pages that the app shows (R2). Any other is not found, for the browser and, when loaded, for the server. */
export const pagePaths: readonly string[] = ['/', '/campaign', '/terms', '/privacy'];

/** Old addresses and where they lead; the query is kept (R2.5). */
export const movedPaths: Readonly<Record<string, string>> = { '/app_index.html': '/campaign' };

/** Links of campaigns, `/t/{landingPage?}/{uuid}` (R2.2): the page that starts the app answers, and goes on from there. */
export const deepLinkPrefix = '/t/';

/** Pages that anyone may read. */
export const publicPaths: readonly string[] = ['/', '/terms', '/privacy'];
