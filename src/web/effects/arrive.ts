import { deepLinkOf } from '#contract/deep-link.ts';
import { rememberSource } from './source-info.ts';

/** Before the router: stores where the visitor came from (R3.7), and resolves a deep link (R2.2). */
export function arrive(
  page: {
    location: Location;
    document: Pick<Document, 'referrer'>;
    history: Pick<History, 'replaceState' | 'state'>;
    navigator: { userAgent: string };
  },
  storage: Storage,
  now: Date,
): void {
  const { location, history } = page;
  const link = deepLinkOf(location.pathname);
  rememberSource(storage, {
    href: location.href,
    referrer: page.document.referrer,
    userAgent: page.navigator.userAgent,
    now,
    link,
  });
  if (link !== null)
    history.replaceState(history.state, '', link.landingPage + location.search + location.hash);
}
