import { publicPaths } from './pages.ts';

export interface DeepLink {
  landingPage: string;
  uuid: string | null;
}

const deepLinkPrefix = '/t/';
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `/t/{landingPage?}/{uuid}`; only leads to pages on the list. */
export function deepLinkOf(pathname: string): DeepLink | null {
  if (!pathname.startsWith(deepLinkPrefix)) return null;
  const parts = pathname.slice(deepLinkPrefix.length).replace(/\/$/, '').split('/');
  const last = parts.at(-1) ?? '';
  const uuid = uuidPattern.test(last) ? last.toLowerCase() : null;
  const page = `/${parts.slice(0, -1).join('/')}`;
  return { landingPage: publicPaths.includes(page) ? page : '/', uuid };
}
