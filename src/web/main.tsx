import { createRoot, hydrateRoot } from 'react-dom/client';
import { openSite } from './app/boot.ts';
import { loadPublicPage } from './app/public-page.tsx';
import { SiteTree } from './app/site-tree.tsx';
import { notFoundPage, publicPages } from './pages/page-catalogue.ts';
import './ui/styles.css';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no element #root.');

// What the server has sent: the path of a public page, '' for the app's shell, nothing in development.
const { page: sent } = container.dataset;
const first = [...publicPages, notFoundPage].find(({ path }) => path === sent) ?? null;
const tree = <SiteTree site={openSite(sent || null)} first={first} />;

if (sent === undefined) {
  createRoot(container).render(tree);
} else {
  if (first?.interactive) await loadPublicPage(first);
  hydrateRoot(container, tree);
}
