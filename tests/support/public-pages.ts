import { loadPublicPage } from '#web/app/public-page.tsx';
import { notFoundPage, publicPageAt } from '#web/pages/page-catalogue.ts';

/** Loads public pages ahead, so that a test sees them at once, as a browser does that has been there. */
export async function preloadPages(...paths: string[]): Promise<void> {
  await Promise.all(paths.map((path) => loadPublicPage(publicPageAt(path) ?? notFoundPage)));
}
