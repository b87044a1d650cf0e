import { assign, setup } from 'xstate';
import type { Playback } from '#contract/playbacks.ts';
import { seconds } from '../kit/durations.ts';
import { type Failure, failureOf } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor, notProvidedCallback } from '../kit/not-provided.ts';
import { polling } from '../kit/polling.ts';
import type { Tag } from '../kit/tags.ts';

export interface PlayerPlace {
  readonly sessionId: string;
  readonly campaignId: string;
  readonly title: string;
}

/** What the browser plays: the playback, or until it is made the recording itself. */
export interface HeardFile {
  readonly url: string;
  readonly durationSeconds: number;
  /** None of the recording itself. */
  readonly peaks: readonly number[];
  readonly isOriginal: boolean;
}

export const speeds = [1, 1.25, 1.5, 1.75, 2, 0.75] as const;

export interface PlayerContext {
  readonly place: PlayerPlace | null;
  readonly heard: HeardFile | null;
  /** The browser could not play the recording itself: the player waits for its playback. */
  readonly avoidsOriginal: boolean;
  readonly startAt: number;
  readonly speed: (typeof speeds)[number];
  readonly skipsSilence: boolean;
  readonly questions: number;
  /** Since something last played: a second failure is shown to the user. */
  readonly isRenewed: boolean;
  readonly failure: Failure | null;
}

type PlayerEvent =
  | { type: 'player.opened'; place: PlayerPlace; at: number }
  | { type: 'player.closed' }
  | { type: 'retry' }
  | { type: 'play.requested' }
  | { type: 'pause.requested' }
  | { type: 'position.chosen'; at: number }
  | { type: 'speed.changed' }
  | { type: 'silence.toggled' }
  /** Also if the browser continues by itself. */
  | { type: 'sound.playing' }
  /** The browser paused it: another app took the speaker, or autoplay is blocked. */
  | { type: 'sound.paused' }
  | { type: 'sound.waiting' }
  | { type: 'sound.ended' }
  /** The address has expired, the recording is gone, or the connection broke. */
  | { type: 'sound.failed'; at: number }
  | { type: 'user.left' };

export interface SoundInput {
  readonly place: PlayerPlace | null;
  readonly heard: HeardFile | null;
  readonly startAt: number;
  readonly speed: number;
  readonly skipsSilence: boolean;
}

export const nothingHeard: PlayerContext = {
  place: null,
  heard: null,
  avoidsOriginal: false,
  startAt: 0,
  speed: 1,
  skipsSilence: false,
  questions: 0,
  isRenewed: false,
  failure: null,
};

const notPlayable: Failure = {
  code: 'notPlayable',
  message: 'Your browser could not play this recording. Check your connection and try again.',
  details: null,
};

function heardFile(playback: Playback): HeardFile | null {
  if (playback.state === 'ready') {
    const { url, durationSeconds, peaks } = playback;
    return { url, durationSeconds, peaks, isOriginal: false };
  }
  if (!('original' in playback) || playback.original === undefined) return null;
  const { url, durationSeconds } = playback.original;
  return { url, durationSeconds, peaks: [], isOriginal: true };
}

const askingAgain = polling(...[1, 2, 3, 5, 8].map(seconds));

export const playerSetup = setup({
  types: {} as { context: PlayerContext; events: PlayerEvent; tags: Tag },
  actors: {
    readPlayback: notProvidedActor<Playback, { sessionId: string }>('readPlayback'),
    remakePlayback: notProvidedActor<Playback, { sessionId: string }>('remakePlayback'),
    playSound: notProvidedCallback<{ type: string }, SoundInput>('playSound'),
  },
  actions: {
    play: notProvidedAction('play'),
    pause: notProvidedAction('pause'),
    seek: notProvidedAction<{ at: number }>('seek'),
    setSpeed: notProvidedAction<{ speed: number }>('setSpeed'),
    changeOver: notProvidedAction<{ heard: HeardFile | null }>('changeOver'),
    setSkipping: notProvidedAction<{ skipsSilence: boolean }>('setSkipping'),
    keepPlace: assign(
      ({ context: { speed, skipsSilence } }, { place, at }: { place: PlayerPlace; at: number }) => ({
        ...nothingHeard,
        speed,
        skipsSilence,
        place,
        startAt: at,
      }),
    ),
    keepPlayback: assign({ heard: (_, { playback }: { playback: Playback }) => heardFile(playback) }),
    forgetPlayback: assign({ heard: null }),
    avoidOriginal: assign((_, { at }: { at: number }) => ({
      startAt: at,
      avoidsOriginal: true,
      isRenewed: false,
    })),
    countQuestion: assign({ questions: askingAgain.count }),
    forgetQuestions: assign({ questions: 0 }),
    takeNextSpeed: assign({
      speed: ({ context: { speed } }) => speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1,
    }),
    toggleSilence: assign({ skipsSilence: ({ context }) => !context.skipsSilence }),
    renew: assign((_, { at }: { at: number }) => ({ startAt: at, isRenewed: true })),
    noteHeard: assign({ isRenewed: false }),
    keepFailure: assign({ failure: (_, { error }: { error: unknown }) => failureOf(error) }),
    noteNotPlayable: assign((_, { at }: { at: number }) => ({
      startAt: at,
      isRenewed: false,
      failure: notPlayable,
    })),
    forgetFailure: assign({ failure: null }),
    forgetAll: assign(({ context: { speed, skipsSilence } }) => ({ ...nothingHeard, speed, skipsSilence })),
  },
  guards: {
    isThisSession: ({ context }, { place }: { place: PlayerPlace }) =>
      context.place?.sessionId === place.sessionId,
    isReady: (_, { playback }: { playback: Playback }) => playback.state === 'ready',
    hasOriginal: ({ context }, { playback }: { playback: Playback }) =>
      !context.avoidsOriginal && 'original' in playback && playback.original !== undefined,
    isPreparing: (_, { playback }: { playback: Playback }) => playback.state === 'preparing',
    isDeleted: (_, { playback }: { playback: Playback }) => playback.state === 'deleted',
    hasFailed: (_, { playback }: { playback: Playback }) => playback.state === 'failed',
    isRenewed: ({ context }) => context.isRenewed,
    isOriginalRenewed: ({ context: { heard, isRenewed } }) => isRenewed && heard?.isOriginal === true,
  },
  delays: {
    nextQuestion: askingAgain.nextPause,
  },
});
