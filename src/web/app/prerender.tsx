import { renderToString } from 'react-dom/server';
import { notFoundPage, publicPages } from '#web/pages/page-catalogue.ts';
import type { PageHead } from '#web/pages/page-head.ts';
import { pageHeads } from '#web/pages/page-heads.ts';
import type { PublicPage } from '#web/pages/public-page.ts';
import { buildHash } from './build-hash.ts';
import { createSite, type SiteDependencies } from './create-site.ts';
import { loadPublicPage } from './public-page-view.tsx';
import { SiteTree } from './site-tree.tsx';

export { generatedFiles } from '#web/pages/generated-files.ts';

export interface RenderedPage {
  path: string;
  head: PageHead;
  html: string;
  page: { source: string; interactive: boolean; target: string | null } | null;
}

function stillPage(path: string): SiteDependencies['page'] {
  const nothing = () => {};
  const place = { pathname: path, search: '', hash: '', reload: nothing };
  // biome-ignore lint/plugin: rendering a page uses nothing else of a window.
  return {
    location: place,
    navigator: { onLine: true },
    document: { addEventListener: nothing, removeEventListener: nothing },
    addEventListener: nothing,
    removeEventListener: nothing,
    scrollY: 0,
    scrollTo: nothing,
  } as unknown as SiteDependencies['page'];
}

const noStorage: Storage = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: () => {},
  removeItem: () => {},
  clear: () => {},
};

function render(path: string): string {
  const never = () => Promise.reject(new Error('Nothing is requested while pages are rendered.'));
  const site = createSite({
    fetch: never,
    page: stillPage(path),
    storage: noStorage,
    cookies: () => '',
    navigate: () => {},
    importAccountPart: never,
    build: buildHash,
    prerendered: path,
  });
  return renderToString(<SiteTree site={site} first={null} address={path} />);
}

async function renderPage(page: PublicPage): Promise<RenderedPage> {
  await loadPublicPage(page);
  const { path } = page;
  const head = pageHeads[path];
  if (head === undefined) throw new Error(`page-heads.ts has no head for ${path}.`);
  return {
    path,
    head,
    html: render(path),
    page: {
      source: String(page.load),
      interactive: page.interactive === true,
      target: page.target ?? null,
    },
  };
}

/** R2.6: without data. */
export async function renderPages(): Promise<RenderedPage[]> {
  const rendered: RenderedPage[] = [];
  for (const page of [...publicPages, notFoundPage]) rendered.push(await renderPage(page));
  const shell = '/campaign';
  rendered.push({
    path: '/app-ssg',
    head: { title: 'Hearthscribe', description: 'Your campaigns, sessions and notes.', noindex: true },
    html: render(shell),
    page: null,
  });
  return rendered;
}
