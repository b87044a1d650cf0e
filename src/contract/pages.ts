/** Paths of the pages that the app shows (R2). Any other is not found, for the browser and, when loaded, for the server. */
export const pagePaths: readonly string[] = ['/', '/campaign', '/terms', '/privacy'];

/** Old addresses and where they lead; the query is kept (R2.5). */
export const movedPaths: Readonly<Record<string, string>> = { '/app_index.html': '/campaign' };
