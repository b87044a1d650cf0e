import { useMemo, useSyncExternalStore } from 'react';

/** The used part of an actor. */
interface Told<Snapshot> {
  getSnapshot(): Snapshot;
  subscribe(changed: () => void): { unsubscribe: () => void };
}

const noUpdates = () => () => {};

/** An actor's snapshot. `@xstate/react` would be a large part of a public page's budget. */
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
