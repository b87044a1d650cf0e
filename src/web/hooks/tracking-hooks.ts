import { useEffect, useSyncExternalStore } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useTracking } from './tracking-provider.tsx';
import { noUpdates } from './use-snapshot.ts';

/** R2.21. Used once, in the frame of all pages. */
export function usePageViews(): void {
  const tracking = useTracking();
  const [path] = useLocation();
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the route is what is reported.
  useEffect(() => tracking?.enterRoute(), [tracking, path, search]);
}

const none: readonly never[] = [];

const noRecords = { get: () => none, subscribe: noUpdates };

/** For the panel in development. */
export function useTrackingRecords() {
  const { get, subscribe } = useTracking()?.records ?? noRecords;
  return useSyncExternalStore(subscribe, get, get);
}
