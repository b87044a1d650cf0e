import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { hasFooter, isAppPath } from '#web/hooks/paths.ts';
import { openSite } from './app/boot.ts';
import { loadPublicPage } from './app/public-page-view.tsx';
import { SiteTree } from './app/site-tree.tsx';
import { notFoundPage, publicPageAt, publicPages } from './pages/page-catalogue.ts';
import './ui/styles.css';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no element #root.');

// A public page's path, '' for the app's shell, undefined in development.
const { page: sent } = container.dataset;
const sentPage = [...publicPages, notFoundPage].find(({ path }) => path === sent) ?? null;
const site = openSite(sentPage?.path ?? null);

/*
 * Opening the site may change the address (R2.2). The 404 page and the shell don't match what the browser
 * renders for public views and for the other pages of an account.
 */
const { pathname, search } = window.location;
const isShown =
  sentPage === null
    ? sent === '' && ['/campaign', '/app-ssg'].includes(pathname)
    : (publicPageAt(pathname) ?? notFoundPage) === sentPage && !isAppPath(pathname) && hasFooter(pathname);

if (isShown) {
  if (sentPage?.interactive) await loadPublicPage(sentPage);
  // Keeps the page responsive during hydration.
  startTransition(() => {
    hydrateRoot(container, <SiteTree site={site} first={sentPage} address={pathname} search={search} />);
  });
} else {
  createRoot(container).render(<SiteTree site={site} first={null} />);
}
