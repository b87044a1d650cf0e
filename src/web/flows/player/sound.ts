import type { SoundInput } from '#machines/player/player.setup.ts';
import { createWatched } from '#web/effects/watched.ts';
import type { Watched } from '#web/hooks/shared-port.ts';
import { quietStretches } from './quiet-stretches.ts';

export interface SoundHandlers {
  onPlaying: () => void;
  onPaused: () => void;
  onWaiting: () => void;
  onEnded: () => void;
  /** @param at in seconds */
  onFailed: (at: number) => void;
  onPlayKey: () => void;
  onPauseKey: () => void;
  onSeekKey: (at: number) => void;
}

export interface Sound {
  load(input: SoundInput, handlers: SoundHandlers): () => void;
  play(): void;
  pause(): void;
  seek(at: number): void;
  setSpeed(speed: number): void;
  setSkipping(skipsSilence: boolean): void;
  readonly position: Watched<number>;
}

/** In seconds, for the keys of a headset or keyboard. */
const keySteps = { seekbackward: -10, seekforward: 10 } as const;

/** @param options.addressOf the absolute address of a playback's `url` */
export function createSound({
  makeAudio,
  addressOf,
  mediaSession,
}: {
  makeAudio: () => HTMLAudioElement;
  addressOf: (url: string) => string;
  mediaSession?: MediaSession | undefined;
}): Sound {
  let audio: HTMLAudioElement | null = null;
  let current: {
    input: SoundInput;
    handlers: SoundHandlers;
    quiet: readonly (readonly [number, number])[];
  } | null = null;
  let skipsSilence = false;
  const position = createWatched(0);

  function seek(at: number): void {
    const end = current?.input.playback?.durationSeconds ?? Number.POSITIVE_INFINITY;
    const to = Math.max(0, Math.min(at, end));
    if (audio) audio.currentTime = to;
    position.set(to);
  }

  /** A browser may refuse to play without a click; it then fires no event. */
  function play(): void {
    const refused = current?.handlers.onPaused;
    audio?.play().catch((error: unknown) => {
      if (error instanceof Error && error.name === 'NotAllowedError') refused?.();
    });
  }

  function tellSystem(input: SoundInput, handlers: SoundHandlers): () => void {
    if (!mediaSession) return () => {};
    if (typeof MediaMetadata !== 'undefined')
      mediaSession.metadata = new MediaMetadata({ title: input.place?.title ?? '', artist: 'Hearthscribe' });
    const keys: [MediaSessionAction, MediaSessionActionHandler][] = [
      ['play', handlers.onPlayKey],
      ['pause', handlers.onPauseKey],
      ['seekto', ({ seekTime }) => handlers.onSeekKey(seekTime ?? position.get())],
      ...(['seekbackward', 'seekforward'] as const).map(
        (action): [MediaSessionAction, MediaSessionActionHandler] => [
          action,
          ({ seekOffset }) =>
            handlers.onSeekKey(
              position.get() + Math.sign(keySteps[action]) * (seekOffset ?? Math.abs(keySteps[action])),
            ),
        ],
      ),
    ];
    const set = (action: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
      try {
        mediaSession.setActionHandler(action, handler);
      } catch {}
    };
    for (const [action, handler] of keys) set(action, handler);
    return () => {
      for (const [action] of keys) set(action, null);
      mediaSession.metadata = null;
    };
  }

  return {
    position,
    load(input, handlers) {
      if (!input.playback) throw new Error('There is no sound to load.');
      const { url, peaks, durationSeconds } = input.playback;
      const element = makeAudio();
      audio = element;
      current = { input, handlers, quiet: quietStretches(peaks, durationSeconds) };
      skipsSilence = input.skipsSilence;
      const end = new AbortController();
      const on = (type: string, handle: () => void) =>
        element.addEventListener(type, handle, { signal: end.signal });
      on('playing', handlers.onPlaying);
      on('pause', () => {
        if (!element.ended) handlers.onPaused();
      });
      on('waiting', handlers.onWaiting);
      // Within the loaded part, a browser may continue without a `playing` event.
      on('seeked', () => {
        if (!element.paused && !element.ended) handlers.onPlaying();
      });
      on('ended', handlers.onEnded);
      on('error', () => handlers.onFailed(position.get()));
      on('timeupdate', () => {
        const quiet = skipsSilence
          ? current?.quiet.find(([from, to]) => from <= element.currentTime && element.currentTime < to)
          : undefined;
        if (quiet && !element.paused) seek(quiet[1]);
        else position.set(element.currentTime);
      });
      on('loadedmetadata', () => {
        if (Math.abs(element.currentTime - position.get()) > 0.5) element.currentTime = position.get();
      });
      element.preload = 'auto';
      element.src = addressOf(url);
      element.defaultPlaybackRate = input.speed;
      element.playbackRate = input.speed;
      seek(input.startAt);
      const release = tellSystem(input, handlers);
      play();
      return () => {
        end.abort();
        release();
        element.pause();
        element.removeAttribute('src');
        element.load();
        audio = null;
        current = null;
      };
    },
    play,
    pause: () => audio?.pause(),
    seek,
    setSpeed: (speed) => {
      if (!audio) return;
      audio.defaultPlaybackRate = speed;
      audio.playbackRate = speed;
    },
    setSkipping: (skips) => {
      skipsSilence = skips;
    },
  };
}
