import { useSelector } from '@xstate/react';
import { useMemo, useSyncExternalStore } from 'react';
import type { playerMachine } from '#machines/player/player.machine.ts';
import { selectHeardSession, selectPlayerStep } from '#machines/player/player.selectors.ts';
import type { PlayerPlace } from '#machines/player/player.setup.ts';
import { useApp } from '#web/hooks/site-provider.tsx';

declare module '#web/hooks/app-port.ts' {
  interface LastingFlows {
    player: typeof playerMachine;
  }
}

export function usePlayFrom(): (place: PlayerPlace, at: number) => void {
  const flow = useApp().player();
  return useMemo(() => (place, at) => flow.send({ type: 'player.opened', place, at }), [flow]);
}

export function usePlayer() {
  const flow = useApp().player();
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      close: () => flow.send({ type: 'player.closed' }),
      retry: () => flow.send({ type: 'retry' }),
      play: () => flow.send({ type: 'play.requested' }),
      pause: () => flow.send({ type: 'pause.requested' }),
      seek: (at: number) => flow.send({ type: 'position.chosen', at }),
      changeSpeed: () => flow.send({ type: 'speed.changed' }),
      toggleSilence: () => flow.send({ type: 'silence.toggled' }),
    }),
    [flow],
  );
  const { place, heard, speed, skipsSilence, failure } = snapshot.context;
  return { step: selectPlayerStep(snapshot), place, heard, speed, skipsSilence, failure, ...commands };
}

/** In seconds. */
export function usePosition(): number {
  const { position } = useApp().sound;
  return useSyncExternalStore(position.subscribe, position.get);
}

/** Null if another recording plays, or none. Renders only when the result changes. */
export function useHeard<Result extends number | string>(
  sessionId: string,
  of: (seconds: number) => Result | null,
): Result | null {
  const app = useApp();
  const heard = useSelector(app.player(), selectHeardSession);
  const { position } = app.sound;
  return useSyncExternalStore(position.subscribe, () => (heard === sessionId ? of(position.get()) : null));
}
