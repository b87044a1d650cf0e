import { createHash } from 'node:crypto';
import { escapeHtml } from './html.ts';
import type { PageContent } from './page-html.ts';
import { type PreviewWords, previewSize } from './preview/preview-svg.ts';

export const templatePath = '/src/web/shared-view';

const places = { head: '<!--shared-head-->', body: '<!--shared-body-->' };

export const bareTemplate = `<!doctype html><html lang="en"><head><meta charset="utf-8">${places.head}</head><body>${places.body}</body></html>`;

/** Changes with the words, because other sites cache pictures by address. */
const picturePath = (path: string, words: PreviewWords): string =>
  `${path}/preview.png?v=${createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 8)}`;

const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeHtml(content)}">`;
const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`;

/** @param preview for a link to the page; none for pages without a link of their own */
export function documentOf(
  template: string,
  { title, html }: Pick<PageContent, 'title' | 'html'>,
  preview: readonly string[] = [],
): string {
  const lines = [`<title>${escapeHtml(title)}</title>`, meta('robots', 'noindex, nofollow'), ...preview];
  return template.replace(places.head, () => lines.join('\n    ')).replace(places.body, () => html);
}

export const previewOf = (
  { title, description, picture }: PageContent,
  { origin, path }: { origin: string; path: string },
): string[] => [
  meta('description', description),
  property('og:site_name', 'Hearthscribe'),
  property('og:type', 'article'),
  property('og:url', origin + path),
  property('og:title', title),
  property('og:description', description),
  property('og:image', origin + picturePath(path, picture.words)),
  property('og:image:type', 'image/png'),
  property('og:image:width', String(previewSize.width)),
  property('og:image:height', String(previewSize.height)),
  property('og:image:alt', picture.alt),
  meta('twitter:card', 'summary_large_image'),
];
