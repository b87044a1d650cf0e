import type { HeardFile, SoundInput } from '#machines/player/player.setup.ts';
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
  canPlay(mimeType: string): boolean;
  load(input: SoundInput, handlers: SoundHandlers): () => void;
  play(): void;
  pause(): void;
  seek(at: number): void;
  /** Goes on at the same second, playing or paused, without a pause in between. */
  changeOver(heard: HeardFile | null): void;
  setSpeed(speed: number): void;
  setSkipping(skipsSilence: boolean): void;
  readonly position: Watched<number>;
}

/** In seconds, for the keys of a headset or keyboard. */
const keySteps = { seekbackward: -10, seekforward: 10 } as const;

const quietOf = ({ peaks, durationSeconds }: HeardFile) => quietStretches(peaks, durationSeconds);

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
    handlers: SoundHandlers;
    durationSeconds: number;
    quiet: readonly (readonly [number, number])[];
  } | null = null;
  let skipsSilence = false;
  let stopListening = new AbortController();
  let stopChanging = () => {};
  const position = createWatched(0);

  function seek(at: number): void {
    const end = current?.durationSeconds ?? Number.POSITIVE_INFINITY;
    const to = Math.max(0, Math.min(at, end));
    if (audio) audio.currentTime = to;
    position.set(to);
  }

  /** A browser may refuse to play without a click; it then fires no event. */
  function playOr(element: HTMLAudioElement | null, refused: (() => void) | undefined): void {
    element?.play().catch((error: unknown) => {
      if (error instanceof Error && error.name === 'NotAllowedError') refused?.();
    });
  }

  const play = () => playOr(audio, current?.handlers.onPaused);

  function release(element: HTMLAudioElement): void {
    element.pause();
    element.removeAttribute('src');
    element.load();
  }

  function open(element: HTMLAudioElement, { url }: HeardFile, speed: number): void {
    element.preload = 'auto';
    element.src = addressOf(url);
    element.defaultPlaybackRate = speed;
    element.playbackRate = speed;
  }

  function listenTo(element: HTMLAudioElement, handlers: SoundHandlers): void {
    stopListening.abort();
    stopListening = new AbortController();
    const { signal } = stopListening;
    const on = (type: string, handle: () => void) => element.addEventListener(type, handle, { signal });
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
  }

  function changeOver(heard: HeardFile | null): void {
    const before = audio;
    if (before === null || current === null || heard === null) return;
    const { handlers } = current;
    current = { ...current, durationSeconds: heard.durationSeconds, quiet: quietOf(heard) };
    const isPlaying = () => !before.paused && !before.ended && !before.error;
    const next = makeAudio();
    const changing = new AbortController();
    stopChanging = () => {
      changing.abort();
      release(next);
    };
    const on = (type: string, handle: () => void) =>
      next.addEventListener(type, handle, { signal: changing.signal, once: true });
    const take = (element: HTMLAudioElement) => {
      changing.abort();
      stopChanging = () => {};
      if (Math.abs(element.currentTime - position.get()) > 0.5) element.currentTime = position.get();
      const plays = isPlaying();
      if (!plays) element.pause();
      listenTo(element, handlers);
      audio = element;
      if (before !== element) release(before);
      if (plays) handlers.onPlaying();
    };
    on('loadedmetadata', () => {
      if (!isPlaying()) return take(next);
      next.currentTime = before.currentTime;
      on('canplay', () => {
        // It loaded for a while: what it has loaded is still ahead.
        next.currentTime = before.currentTime;
        on('seeked', () =>
          playOr(next, () => {
            // Some browsers play only the element that the user pressed for.
            stopChanging();
            open(before, heard, before.playbackRate);
            play();
          }),
        );
      });
    });
    on('playing', () => take(next));
    on('error', () => {
      stopChanging();
      handlers.onFailed(position.get());
    });
    open(next, heard, before.playbackRate);
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
    canPlay: (mimeType) => makeAudio().canPlayType(mimeType) !== '',
    load(input, handlers) {
      if (!input.heard) throw new Error('There is no sound to load.');
      audio = makeAudio();
      const { durationSeconds } = input.heard;
      current = { handlers, durationSeconds, quiet: quietOf(input.heard) };
      skipsSilence = input.skipsSilence;
      listenTo(audio, handlers);
      open(audio, input.heard, input.speed);
      seek(input.startAt);
      const forgetKeys = tellSystem(input, handlers);
      play();
      return () => {
        stopListening.abort();
        stopChanging();
        stopChanging = () => {};
        forgetKeys();
        if (audio) release(audio);
        audio = null;
        current = null;
      };
    },
    play,
    pause: () => audio?.pause(),
    seek,
    changeOver,
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
