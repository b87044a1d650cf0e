import { navigate } from 'wouter/use-browser-location';
import { deepLinkOf } from '#web/effects/deep-link.ts';
import { rememberSource } from '#web/effects/source-info.ts';
import { createSite, type Site } from './create-site.ts';
import { headOf } from './head-of.ts';

/** Hash of the build (vite.config.ts); empty for one that was not made by `npm start`. */
declare const __BUILD__: string;

/**
 * Composes what every page needs, in the browser.
 * @param prerendered path of the public page that stands in the HTML; null where none does
 */
export function openSite(prerendered: string | null): Site {
  rememberSource(window.localStorage, {
    href: window.location.href,
    referrer: document.referrer,
    userAgent: navigator.userAgent,
    now: new Date(),
    link: deepLinkOf(window.location.pathname),
  });
  return createSite({
    fetch: window.fetch.bind(window),
    build: __BUILD__ === '' ? null : __BUILD__,
    page: window,
    storage: window.localStorage,
    cookies: () => document.cookie,
    navigate,
    importAccountPart: () => import('./account-part.tsx'),
    headOf,
    prerendered,
  });
}
