import { escapeHtml } from './html.ts';
import type { PageContent } from './page-html.ts';

/** Where the build keeps the frame of these pages; it is no address of its own. */
export const templatePath = '/src/web/shared-view';

const places = { head: '<!--shared-head-->', body: '<!--shared-body-->' };

/** Used where there is no build. */
export const bareTemplate = `<!doctype html><html lang="en"><head><meta charset="utf-8">${places.head}</head><body>${places.body}</body></html>`;

/** The picture of links that have none of their own. */
const picture = '/social/start.png';

const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeHtml(content)}">`;
const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`;

/**
 * A page in the frame of the build, with what others show of a link to it.
 * @param place null: they show nothing
 */
export function documentOf(
  template: string,
  { title, description, html }: PageContent,
  place: { origin: string; path: string } | null,
): string {
  const preview = place === null ? [] : previewOf(title, description, place);
  const head = [`<title>${escapeHtml(title)}</title>`, meta('robots', 'noindex, nofollow'), ...preview].join(
    '\n    ',
  );
  return template.replace(places.head, () => head).replace(places.body, () => html);
}

function previewOf(
  title: string,
  description: string,
  { origin, path }: { origin: string; path: string },
): string[] {
  return [
    meta('description', description),
    property('og:site_name', 'Hearthscribe'),
    property('og:type', 'article'),
    property('og:url', origin + path),
    property('og:title', title),
    property('og:description', description),
    property('og:image', origin + picture),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    meta('twitter:card', 'summary_large_image'),
  ];
}
