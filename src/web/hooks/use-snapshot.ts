import { useMemo, useSyncExternalStore } from 'react';

/** The part of an actor that is looked at. */
interface Told<Snapshot> {
  getSnapshot(): Snapshot;
  subscribe(changed: () => void): { unsubscribe: () => void };
}

const noUpdates = () => () => {};

/** What an actor says, on every page: `@xstate/react` would be a large part of what a visitor may load. */
export function useSnapshot<Snapshot>(actor: Told<Snapshot>): Snapshot;
export function useSnapshot<Snapshot>(actor: Told<Snapshot> | undefined): Snapshot | undefined;
export function useSnapshot<Snapshot>(actor: Told<Snapshot> | undefined): Snapshot | undefined {
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
  return useSyncExternalStore(subscribe, read, read);
}
