import { useEffect, useSyncExternalStore } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useTracking } from './tracking-provider.tsx';
import { noUpdates } from './use-snapshot.ts';

/** Tells the trackers of every change of the route, and of the first (R2.21). Once in the frame of all pages. */
export function usePageViews(): void {
  const tracking = useTracking();
  const [path] = useLocation();
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the route is what is told of.
  useEffect(() => tracking?.enterRoute(), [tracking, path, search]);
}

const none: readonly never[] = [];

const noRecords = { get: () => none, subscribe: noUpdates };

/** What trackers were told, or would have been; for the panel of development. */
export function useTrackingRecords() {
  const { get, subscribe } = useTracking()?.records ?? noRecords;
  return useSyncExternalStore(subscribe, get, get);
}
