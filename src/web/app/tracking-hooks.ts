import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useLocation, useSearch } from 'wouter';
import { selectConsent } from '#machines/consent/consent.selectors.ts';
import { useTracking } from './tracking-provider.tsx';

const noUpdates = () => () => {};

/** What an actor says; `otherwise` where pages are made in advance, and while they are taken over from there. */
function useTold<Snapshot, Value>(
  actor: Subscribable<Snapshot> | undefined,
  select: (snapshot: Snapshot) => Value,
  otherwise: Value,
): Value {
  const subscribe = useMemo(
    () => (changed: () => void) => actor?.subscribe(changed).unsubscribe ?? noUpdates(),
    [actor],
  );
  return useSyncExternalStore(
    subscribe,
    () => (actor === undefined ? otherwise : select(actor.getSnapshot())),
    () => otherwise,
  );
}

interface Subscribable<Snapshot> {
  getSnapshot(): Snapshot;
  subscribe(changed: () => void): { unsubscribe: () => void };
}

/** Whether trackers may run (R7.15), and how to say so. */
export function useConsent() {
  const consent = useTracking()?.consent();
  const status = useTold(consent, selectConsent, 'nothing');
  const commands = useMemo(
    () => ({
      grant: () => consent?.send({ type: 'choice.made', choice: 'granted' }),
      refuse: () => consent?.send({ type: 'choice.made', choice: 'refused' }),
    }),
    [consent],
  );
  return { status, ...commands };
}

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
