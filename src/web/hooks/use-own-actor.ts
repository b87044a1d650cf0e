import { useLayoutEffect, useState } from 'react';
import type { InspectionEvent } from 'xstate';
import type { Timers } from '#web/api/timers.ts';
import { useSite } from './site-provider.tsx';

export interface ActorOptions {
  clock: Timers;
  inspect?: (event: InspectionEvent) => void;
}

/** An actor that lives as long as its component. `create` must stay the same. */
export function useOwnActor<Actor extends { start(): Actor; stop(): unknown }>(
  create: (options: ActorOptions) => Actor,
): Actor | undefined {
  const { clock, inspect } = useSite();
  const [actor, setActor] = useState<Actor>();
  // Strict mode restarts effects, which a stopped actor cannot.
  useLayoutEffect(() => {
    const made = create({ clock, ...(inspect === undefined ? {} : { inspect }) });
    setActor(made.start());
    return () => void made.stop();
  }, [clock, inspect, create]);
  return actor;
}
