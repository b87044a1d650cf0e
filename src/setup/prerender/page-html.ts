import type { RenderedPage } from '#web/app/prerender.tsx';
import { publicOrigin } from '../../contract/pages.ts';
import { feedPath } from '../../web/pages/blog/feed.ts';
import { structuredDataOf } from './structured-data.ts';

export interface PageFiles {
  styles: readonly string[];
  modules: readonly string[];
  fonts: readonly string[];
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const meta = (name: string, content: string) => `<meta name="${name}" content="${escaped(content)}" />`;
const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escaped(content)}" />`;

/** Inside a script element only `<` is dangerous. */
const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

function headTags({ path, head }: RenderedPage): string[] {
  const address = `${publicOrigin}${path}`;
  if (head.noindex) return [meta('robots', 'noindex')];
  const isArticle = path.startsWith('/blog/');
  const image = head.image === undefined ? null : `${publicOrigin}${head.image}`;
  return [
    `<link rel="canonical" href="${address}" />`,
    `<link rel="alternate" type="application/rss+xml" title="Hearthscribe Blog" href="${publicOrigin}${feedPath}" />`,
    property('og:site_name', 'Hearthscribe'),
    property('og:type', isArticle ? 'article' : 'website'),
    property('og:url', address),
    property('og:title', head.title),
    property('og:description', head.description),
    ...(image === null
      ? []
      : [
          property('og:image', image),
          property('og:image:width', '1200'),
          property('og:image:height', '630'),
        ]),
    meta('twitter:card', image === null ? 'summary' : 'summary_large_image'),
    meta('twitter:title', head.title),
    meta('twitter:description', head.description),
    ...(image === null ? [] : [meta('twitter:image', image)]),
    ...structuredDataOf(path, head).map(
      (data) => `<script type="application/ld+json">${json(data)}</script>`,
    ),
  ];
}

function startedOnceDrawn(html: string): string {
  const modules = [...html.matchAll(/\s*<script type="module"[^>]* src="([^"]+)"><\/script>/g)];
  if (modules.length === 0) throw new Error('index.html names no module.');
  const names = modules.map((match) => match[1]).join(' ');
  const rest = modules.reduce((text, [tag]) => text.replace(tag, ''), html);
  return rest.replace(
    '</title>',
    `</title>\n    <script async src="/start.js" data-modules="${names}"></script>`,
  );
}

/** @param template with the entry's script and style sheet, an empty #root, a title and a description */
export function pageHtml(template: string, rendered: RenderedPage, files: PageFiles): string {
  const { head, path } = rendered;
  const replaced = (text: string, part: string | RegExp, by: string) => {
    const found = typeof part === 'string' ? text.includes(part) : part.test(text);
    if (!found) throw new Error(`index.html has no ${String(part)}.`);
    return text.replace(part, () => by);
  };
  const links = [
    ...files.fonts.map(
      (href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}" />`,
    ),
    ...files.modules.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
    ...files.styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
  ].filter((link) => !template.includes(link));
  let html = replaced(template, /<title>[^<]*<\/title>/, `<title>${escaped(head.title)}</title>`);
  html = replaced(html, /<meta name="description"[^>]*>/, meta('description', head.description));
  html = replaced(
    html,
    '</head>',
    `${[...headTags(rendered), ...links].map((tag) => `  ${tag}`).join('\n  ')}\n  </head>`,
  );
  // Before the module scripts: each may fail.
  const watch = '</title>\n    <script src="/not-loaded.js"></script>';
  html = rendered.page === null ? replaced(html, '</title>', watch) : startedOnceDrawn(html);
  const marker = rendered.page === null ? '' : path;
  const target = rendered.page?.target ? ` data-target="${rendered.page.target}"` : '';
  return replaced(
    html,
    '<div id="root"></div>',
    `<div id="root" data-page="${marker}"${target}>${rendered.html}</div>`,
  );
}
