import { publicPaths } from '#contract/pages.ts';
import type { PublicPage } from './public-page.ts';

const postPage = (slug: string) => async () => (await import('./blog/load-post.tsx')).loadPostPage(slug);

const postPages: readonly PublicPage[] = publicPaths
  .filter((path) => path.startsWith('/blog/'))
  .map((path) => ({ path, load: postPage(path.slice('/blog/'.length)) }));

export const contentPages: readonly PublicPage[] = [
  { path: '/ai', load: async () => (await import('./ai-page.tsx')).AiPage },
  { path: '/terms', load: async () => (await import('./legal/terms-page.tsx')).TermsPage },
  { path: '/privacy', load: async () => (await import('./legal/privacy-page.tsx')).PrivacyPage },
  { path: '/cookies', load: async () => (await import('./legal/cookies-page.tsx')).CookiesPage },
  { path: '/roadmap', load: async () => (await import('./roadmap/roadmap-page.tsx')).RoadmapPage },
  { path: '/tips-and-tricks', load: async () => (await import('./tips/tips-page.tsx')).TipsPage },
  { path: '/blog', load: async () => (await import('./blog/blog-page.tsx')).BlogPage },
  ...postPages,
];
