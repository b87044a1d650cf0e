import './zod-without-eval.ts';
import { navigate } from 'wouter/use-browser-location';
import { arrive } from '#web/effects/arrive.ts';
import { createSite, type Site } from './create-site.ts';

/** Hash of the build (vite.config.ts); empty for one that was not made by `npm start`. */
declare const __BUILD__: string;

/**
 * Composes what every page needs, in the browser.
 * @param prerendered path of the public page that stands in the HTML; null where none does
 */
export function openSite(prerendered: string | null): Site {
  arrive(window, window.localStorage, new Date());
  return createSite({
    fetch: window.fetch.bind(window),
    build: __BUILD__ === '' ? null : __BUILD__,
    page: window,
    storage: window.localStorage,
    cookies: () => document.cookie,
    navigate,
    importAccountPart: () => import('./account-part.tsx'),
    prerendered,
  });
}
