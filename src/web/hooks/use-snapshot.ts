import { useMemo, useSyncExternalStore } from 'react';

interface Subscribable<Snapshot> {
  getSnapshot(): Snapshot;
  subscribe(changed: () => void): { unsubscribe: () => void };
}

export const noUpdates = () => () => {};

/** `@xstate/react` would add much to what a visitor loads. `atFirst` is the prerendered snapshot. */
export function useSnapshot<Snapshot>(actor: Subscribable<Snapshot>): Snapshot;
export function useSnapshot<Snapshot>(
  actor: Subscribable<Snapshot> | undefined,
  atFirst?: () => Snapshot | undefined,
): Snapshot | undefined;
export function useSnapshot<Snapshot>(
  actor: Subscribable<Snapshot> | undefined,
  atFirst?: () => Snapshot | undefined,
): Snapshot | undefined {
  const subscribe = useMemo(
    () =>
      actor === undefined
        ? noUpdates
        : (changed: () => void) => {
            const subscription = actor.subscribe(changed);
            return () => subscription.unsubscribe();
          },
    [actor],
  );
  const read = () => actor?.getSnapshot();
  return useSyncExternalStore(subscribe, read, atFirst ?? read);
}
