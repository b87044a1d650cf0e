import { readPlayback, remakePlayback } from '#contract/playbacks.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { playerMachine } from '#machines/player/player.machine.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import type { Sound } from './sound.ts';

export function providePlayer({
  client,
  sound,
}: {
  client: Pick<ApiClient, 'call'>;
  sound: Sound;
}): typeof playerMachine {
  const { callback, promise } = implement(playerMachine);
  return provideActors(playerMachine, {
    ...promise('readPlayback', ({ input, signal }) => client.call(readPlayback, { params: input, signal })),
    ...promise('remakePlayback', ({ input, signal }) =>
      client.call(remakePlayback, { params: input, signal }),
    ),
    ...callback('playSound', ({ input, send }) =>
      sound.load(input, {
        onPlaying: () => send({ type: 'sound.playing' }),
        onPaused: () => send({ type: 'sound.paused' }),
        onWaiting: () => send({ type: 'sound.waiting' }),
        onEnded: () => send({ type: 'sound.ended' }),
        onFailed: (at) => send({ type: 'sound.failed', at }),
        onPlayKey: () => send({ type: 'play.requested' }),
        onPauseKey: () => send({ type: 'pause.requested' }),
        onSeekKey: (at) => send({ type: 'position.chosen', at }),
      }),
    ),
  }).provide({
    actions: {
      play: sound.play,
      pause: sound.pause,
      seek: (_, { at }) => sound.seek(at),
      setSpeed: (_, { speed }) => sound.setSpeed(speed),
      setSkipping: (_, { skipsSilence }) => sound.setSkipping(skipsSilence),
    },
  });
}
