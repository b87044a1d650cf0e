import { useMemo, useSyncExternalStore } from 'react';
import { selectConsent } from '#machines/consent/consent.selectors.ts';
import { useTracking } from '#web/hooks/tracking-provider.tsx';

const noUpdates = () => () => {};

/** An actor's value; `otherwise` during prerendering and hydration. */
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

/** Whether trackers may run (R7.15), and how to answer. */
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
