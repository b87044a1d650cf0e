import type { ComponentType } from 'react';
import { contentPages } from './content-pages.ts';

/** A page that anyone may read. What its head says stands in page-heads.ts, which a visitor's first page does without. */
export interface PublicPage {
  path: string;
  /** Its component; two paths with the same function show the same page. */
  load: () => Promise<ComponentType>;
  /** Id of the element that it is scrolled to (R2.9). */
  target?: string;
  /** Its component runs on a visitor's first page too; every other page stays the HTML that the server sent. */
  interactive?: true;
}

const landing = async () => (await import('./landing/landing-page.tsx')).LandingPage;

export const publicPages: readonly PublicPage[] = [
  { path: '/', load: landing },
  { path: '/faq', load: landing, target: 'faq' },
  { path: '/pricing', load: landing, target: 'pricing' },
  { path: '/demo', load: landing, target: 'demo' },
  ...contentPages,
];

/** What is shown where there is nothing (R2.15). */
export const notFoundPage: PublicPage = {
  path: '/404',
  load: async () => (await import('./not-found-page.tsx')).NotFoundPage,
};

export function publicPageAt(path: string): PublicPage | undefined {
  return publicPages.find((page) => page.path === path);
}
