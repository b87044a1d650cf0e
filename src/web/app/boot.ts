import './zod-without-eval.ts';
import { navigate } from 'wouter/use-browser-location';
import type { InspectionEvent } from 'xstate';
import { arrive } from '#web/effects/arrive.ts';
import { buildHash } from './build-hash.ts';
import { type ComposedSite, createSite } from './create-site.ts';

/** Not a byte of it is in a production build. */
function countedLate(): (inspected: InspectionEvent) => void {
  const counting = import('./count-steps.ts').then(({ countSteps }) => countSteps(window.localStorage));
  return (inspected) => void counting.then((count) => count(inspected));
}

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
    import.meta.env.DEV ? { inspect: countedLate() } : {},
  );
}
