import { useCallback, useRef } from 'react';
import type { Actor, AnyStateMachine, SnapshotFrom } from 'xstate';
import type { AdaptMachine } from './shared-port.ts';
import { useSite } from './site-provider.tsx';
import { type ActorOptions, useOwnActor } from './use-own-actor.ts';
import { useSnapshot } from './use-snapshot.ts';

export interface OwnMachine<Effects> {
  /** The component's newest effects. */
  effects: () => Effects;
  adapt: AdaptMachine;
  options: ActorOptions;
}

/** A machine that lives as long as its component. `create` must stay the same. */
export function useOwnMachine<Machine extends AnyStateMachine, Effects>(
  create: (own: OwnMachine<Effects>) => Actor<Machine>,
  effects: Effects,
): { snapshot: SnapshotFrom<Machine> | undefined; send: Actor<Machine>['send'] } {
  const { adapt } = useSite();
  const newest = useRef(effects);
  newest.current = effects;
  const actor = useOwnActor(
    useCallback(
      (options: ActorOptions) => create({ effects: () => newest.current, adapt, options }),
      [adapt, create],
    ),
  );
  const snapshot = useSnapshot(actor);
  const send = useCallback<Actor<Machine>['send']>((event) => actor?.send(event), [actor]);
  return { snapshot, send };
}
