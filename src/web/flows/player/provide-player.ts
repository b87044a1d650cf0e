import { type Playback, readPlayback, remakePlayback } from '#contract/playbacks.ts';
import { implement } from '#machines/kit/implement.ts';
import { playerMachine } from '#machines/player/player.machine.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';
import { createSound, type Sound } from './sound.ts';

function providePlayer({ client }: Pick<Surroundings, 'client'>, sound: Sound): typeof playerMachine {
  const withoutUnknownType = (playback: Playback): Playback => {
    if (!('original' in playback) || playback.original === undefined) return playback;
    return sound.canPlay(playback.original.mimeType) ? playback : { state: playback.state };
  };
  return implement(playerMachine, ({ callback, promise }) => ({
    ...promise('readPlayback', async ({ input, signal }) =>
      withoutUnknownType(await client.call(readPlayback, { params: input, signal })),
    ),
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
  })).provide({
    actions: {
      play: sound.play,
      pause: sound.pause,
      seek: (_, { at }) => sound.seek(at),
      changeOver: (_, { heard }) => sound.changeOver(heard),
      setSpeed: (_, { speed }) => sound.setSpeed(speed),
      setSkipping: (_, { skipsSilence }) => sound.setSkipping(skipsSilence),
    },
  });
}

export const player: Flow<typeof playerMachine, Surroundings & { sound?: Sound }> = {
  provide: ({ client, page, baseUrl, share, sound: given }) => {
    const sound =
      given ??
      createSound({
        makeAudio: () => page.document.createElement('audio'),
        addressOf: (url) => `${baseUrl}${url}`,
        mediaSession: page.navigator.mediaSession,
      });
    share({ sound });
    return providePlayer({ client }, sound);
  },
};
