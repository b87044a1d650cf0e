import { contentPages } from './content-pages.ts';
import type { PublicPage } from './public-page.ts';

const landing = async () => (await import('./landing/landing-page.tsx')).LandingPage;

export const publicPages: readonly PublicPage[] = [
  { path: '/', load: landing },
  { path: '/faq', load: landing, target: 'faq' },
  { path: '/pricing', load: landing, target: 'pricing' },
  { path: '/demo', load: landing, target: 'demo' },
  ...contentPages,
];

export const notFoundPage: PublicPage = {
  path: '/404',
  load: async () => (await import('./not-found-page.tsx')).NotFoundPage,
};

export function publicPageAt(path: string): PublicPage | undefined {
  return publicPages.find((page) => page.path === path);
}
