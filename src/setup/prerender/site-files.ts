import type { RenderedPage } from '#web/app/prerender.tsx';
import { publicOrigin } from '../../contract/pages.ts';

export function sitemapOf(pages: readonly RenderedPage[]): string {
  const entries = pages
    .filter(({ head }) => !head.noindex)
    .map(({ path }) => `  <url><loc>${publicOrigin}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

export const robots = [
  'User-agent: *',
  'Disallow: /campaign',
  '',
  `Sitemap: ${publicOrigin}/sitemap.xml`,
  '',
].join('\n');
