import { useSelector } from '@xstate/react';
import { useCallback, useSyncExternalStore } from 'react';
import { selectHeardSession, selectPlayerStep } from '#machines/player/player.selectors.ts';
import type { PlayerPlace } from '#machines/player/player.setup.ts';
import type { FlowActor } from '#web/hooks/flow-actors.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { useFlowIfLoaded } from '#web/hooks/use-flow.ts';
import { useWholeFlow } from '#web/hooks/use-whole-flow.ts';

const silent = { get: () => 0, subscribe: () => () => {} };

export function usePlayFrom(): (place: PlayerPlace, at: number) => void {
  const { flows } = useApp();
  return useCallback((place, at) => flows.send('player', { type: 'player.opened', place, at }), [flows]);
}

export const usePauseHearing = (): (() => void) => {
  const { flows } = useApp();
  return useCallback(() => flows.get('player')?.send({ type: 'pause.requested' }), [flows]);
};

export function useStopHearing(): (sessionId: string) => void {
  const { flows } = useApp();
  return useCallback(
    (sessionId) => {
      const player = flows.get('player');
      if (player?.getSnapshot().context.place?.sessionId === sessionId)
        player.send({ type: 'player.closed' });
    },
    [flows],
  );
}

export function useIsPlaying(): boolean {
  return useSelector(
    useFlowIfLoaded('player'),
    (snapshot) => snapshot !== undefined && selectPlayerStep(snapshot) === 'playing',
  );
}

const commandsOf = ({ send }: FlowActor<'player'>) => ({
  close: () => send({ type: 'player.closed' }),
  retry: () => send({ type: 'retry' }),
  play: () => send({ type: 'play.requested' }),
  pause: () => send({ type: 'pause.requested' }),
  seek: (at: number) => send({ type: 'position.chosen', at }),
  changeSpeed: () => send({ type: 'speed.changed' }),
  toggleSilence: () => send({ type: 'silence.toggled' }),
});

export function usePlayer() {
  const { snapshot, commands } = useWholeFlow('player', commandsOf);
  const { place, heard, speed, skipsSilence, failure } = snapshot.context;
  return { step: selectPlayerStep(snapshot), place, heard, speed, skipsSilence, failure, ...commands };
}

/** In seconds. */
export function usePosition(): number {
  const { position } = useApp().instruments.sound ?? { position: silent };
  return useSyncExternalStore(position.subscribe, position.get);
}

/** Null if another recording plays, or none. Renders only when the result changes. */
export function useHeard<Result extends number | string>(
  sessionId: string,
  of: (seconds: number) => Result | null,
): Result | null {
  const heard = useSelector(
    useFlowIfLoaded('player'),
    (snapshot) => snapshot && selectHeardSession(snapshot),
  );
  const { position } = useApp().instruments.sound ?? { position: silent };
  return useSyncExternalStore(position.subscribe, () => (heard === sessionId ? of(position.get()) : null));
}
