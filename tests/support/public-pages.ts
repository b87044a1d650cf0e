import { loadPublicPage } from '#web/app/public-page-view.tsx';
import { notFoundPage, publicPageAt } from '#web/pages/page-catalogue.ts';

export async function preloadPages(...paths: string[]): Promise<void> {
  await Promise.all(paths.map((path) => loadPublicPage(publicPageAt(path) ?? notFoundPage)));
}
