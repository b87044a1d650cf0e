import './zod-without-eval.ts';
import { navigate } from 'wouter/use-browser-location';
import { arrive } from '#web/effects/arrive.ts';
import { buildHash } from './build-hash.ts';
import { countSteps } from './count-steps.ts';
import { type ComposedSite, createSite } from './create-site.ts';

/** @param prerendered path of the public page in the HTML */
export function openSite(prerendered: string | null): ComposedSite {
  arrive(window, window.localStorage, new Date());
  return createSite(
    {
      fetch: window.fetch.bind(window),
      build: buildHash,
      page: window,
      storage: window.localStorage,
      cookies: () => document.cookie,
      navigate,
      importAccountPart: () => import('./account-part.tsx'),
      prerendered,
    },
    import.meta.env.DEV ? { inspect: countSteps(window.localStorage) } : {},
  );
}
