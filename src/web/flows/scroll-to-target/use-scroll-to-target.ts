import { useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { isDialogHash } from '#contract/choices.ts';
import { scrollTargetOf } from '#web/hooks/paths.ts';
import { useSite } from '#web/hooks/site-provider.tsx';

/** R2.19, R2.20. On every route change, and on the first page if it names a target or renders late. */
export function useScrollToTarget(): void {
  const site = useSite();
  const [path] = useLocation();
  const search = useSearch();
  const route = `${path}?${search}`;
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (shown.current === route) return;
    const isFirst = shown.current === null;
    shown.current = route;
    const target = scrollTargetOf(window.location, site.targetOf(path));
    if (!isFirst || site.hasMoved()) site.enterRoute(target);
    else if (target === null) site.enterFirstRoute();
    else if (!site.isAtTarget()) site.enterRoute(target);
  }, [site, path, route]);
  useEffect(() => {
    // A link to the current route: wouter sends an event without a route change.
    const onStep = () => {
      if (isDialogHash(window.location.hash)) return;
      const target = scrollTargetOf(window.location, site.targetOf(window.location.pathname));
      const stays = `${window.location.pathname}?${window.location.search.slice(1)}` === shown.current;
      if (stays && target !== null) site.enterRoute(target);
    };
    window.addEventListener('pushState', onStep);
    return () => window.removeEventListener('pushState', onStep);
  }, [site]);
}
