import { type AnyEventObject, assign, setup } from 'xstate';
import type { Introduction, Mark } from '#contract/sessions.ts';
import { hours, minutes, seconds } from '../kit/durations.ts';
import { type Failure, failureOf } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor, notProvidedCallback } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';
import type { ChosenFile } from '../upload/upload.setup.ts';
import { introductionSeconds } from './introductions.ts';

export interface RecordingPlace {
  readonly sessionId: string;
  readonly campaignId: string;
  readonly title: string;
}

export interface KeptRecording {
  /** ISO 8601, in UTC. */
  readonly startedAt: string;
  readonly seconds: number;
  readonly sizeBytes: number;
}

/** What the browser notes beside the sound of a recording. */
export interface RecordingNotes {
  readonly marks: readonly Mark[];
  readonly introductions: readonly Introduction[];
}

/** Somebody at the table who can say their name. */
export interface PersonAtTable {
  /** Null: a game master who is not in the cast. */
  readonly personId: string | null;
  readonly player: string;
  readonly characters: readonly string[];
}

interface FoundRecording extends KeptRecording, RecordingNotes {
  /** The page was left before it learned this. */
  readonly serverHasIt: boolean;
  /** And neither restored nor on the server. */
  readonly isDiscarded: boolean;
}

/** What the browser can play. */
export interface RecordedSound {
  readonly url: string;
  /** Where to begin, in milliseconds. */
  readonly fromMs: number;
}

export interface RecordingContext {
  readonly place: RecordingPlace | null;
  readonly kept: KeptRecording | null;
  readonly marks: readonly Mark[];
  readonly removedMark: Mark | null;
  readonly introductions: readonly Introduction[];
  /** Who says their name in turn, in this order. */
  readonly people: readonly PersonAtTable[];
  /** Whose turn it is: an index of `people`. */
  readonly turn: number;
  readonly spokenFromMs: number;
  /** Where the user wants to listen, in milliseconds. */
  readonly fromMs: number;
  readonly sound: RecordedSound | null;
  readonly failure: Failure | null;
}

export type RecordingEvent =
  | { type: 'recording.opened'; place: RecordingPlace }
  | { type: 'record' }
  | { type: 'introduce'; people: readonly PersonAtTable[] }
  | { type: 'speak'; atMs: number }
  | { type: 'back' }
  | { type: 'skip' }
  | { type: 'skipAll' }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'stop' }
  | { type: 'mark'; atMs: number }
  | { type: 'mark.worded'; atMs: number; word: string }
  | { type: 'mark.removed'; atMs: number }
  | { type: 'mark.restored' }
  | { type: 'listen'; fromMs: number }
  | { type: 'download' }
  | { type: 'use' }
  | { type: 'discard' }
  | { type: 'undo' }
  | { type: 'retry' }
  | { type: 'sound.begun' }
  /** How loud the last seconds were, when that changes. */
  | { type: 'sound.silent' }
  | { type: 'sound.quiet' }
  | { type: 'sound.good' }
  | { type: 'sound.clipping' }
  | { type: 'piece.kept'; kept: KeptRecording }
  /** And the microphone is closed. */
  | { type: 'capture.ended' }
  | { type: 'capture.failed'; error: unknown }
  | { type: 'upload.stored' }
  | { type: 'upload.dropped' }
  | { type: 'user.left' };

export const nothingRecorded: RecordingContext = {
  place: null,
  kept: null,
  marks: [],
  removedMark: null,
  introductions: [],
  people: [],
  turn: 0,
  spokenFromMs: 0,
  fromMs: 0,
  sound: null,
  failure: null,
};

const inOrder = (marks: readonly Mark[]) => marks.toSorted((one, other) => one.atMs - other.atMs);

export const recordingSetup = setup({
  types: {} as { context: RecordingContext; events: RecordingEvent; tags: Tag },
  actors: {
    findKept: notProvidedActor<FoundRecording | null, { sessionId: string }>('findKept'),
    capture: notProvidedCallback<AnyEventObject, { place: RecordingPlace | null }>('capture'),
    keepNotes: notProvidedActor<void, { sessionId: string; notes: RecordingNotes }>('keepNotes'),
    makeSound: notProvidedActor<string, { sessionId: string }>('makeSound'),
    saveSound: notProvidedActor<void, { sessionId: string }>('saveSound'),
    joinPieces: notProvidedActor<ChosenFile, { sessionId: string }>('joinPieces'),
    watchUpload: notProvidedCallback<AnyEventObject, { sessionId: string }>('watchUpload'),
    sendNotes: notProvidedActor<void, { place: RecordingPlace | null; notes: RecordingNotes }>('sendNotes'),
    removeKept: notProvidedActor<void, { sessionId: string }>('removeKept'),
  },
  actions: {
    pauseCapture: notProvidedAction('pauseCapture'),
    resumeCapture: notProvidedAction('resumeCapture'),
    endCapture: notProvidedAction('endCapture'),
    /** After what was recorded before them. */
    writeNotes: notProvidedAction<RecordingNotes>('writeNotes'),
    /** Reports how loud it is once more, for a state that has not heard it. */
    judgeAgain: notProvidedAction('judgeAgain'),
    releaseSound: notProvidedAction('releaseSound'),
    /** If it cannot be noted, the recording is offered again later. */
    noteDiscarded: notProvidedAction<{ sessionId: string; isDiscarded: boolean }>('noteDiscarded'),
    handOver: notProvidedAction<{ sessionId: string; file: ChosenFile }>('handOver'),
    keepPlace: assign((_, { place }: { place: RecordingPlace }) => ({ ...nothingRecorded, place })),
    keepRecording: assign({ kept: (_, { kept }: { kept: KeptRecording | null }) => kept }),
    keepFound: assign((_, { found }: { found: FoundRecording | null }) => ({
      kept: found,
      marks: found?.marks ?? [],
      introductions: found?.introductions ?? [],
    })),
    forgetRecording: assign({ kept: null, marks: [], removedMark: null, introductions: [] }),
    keepPeople: assign({ people: (_, { people }: { people: readonly PersonAtTable[] }) => people }),
    forgetPeople: assign({ people: [], turn: 0 }),
    nextPerson: assign({ turn: ({ context }) => context.turn + 1 }),
    previousPerson: assign({ turn: ({ context }) => context.turn - 1 }),
    keepSpokenFrom: assign({ spokenFromMs: (_, { atMs }: { atMs: number }) => atMs }),
    keepIntroduction: assign({
      introductions: ({ context }) => {
        const personId = context.people[context.turn]?.personId ?? null;
        const fromMs = context.spokenFromMs;
        const others = context.introductions.filter((each) => each.personId !== personId);
        return [...others, { personId, fromMs, toMs: fromMs + introductionSeconds * 1000 }];
      },
    }),
    addMark: assign(({ context }, { atMs }: { atMs: number }) => ({
      marks: inOrder([...context.marks.filter((mark) => mark.atMs !== atMs), { atMs, word: '' }]),
      removedMark: null,
    })),
    wordMark: assign({
      marks: ({ context }, { atMs, word }: { atMs: number; word: string }) =>
        context.marks.map((mark) => (mark.atMs === atMs ? { atMs, word } : mark)),
    }),
    removeMark: assign(({ context }, { atMs }: { atMs: number }) => ({
      marks: context.marks.filter((mark) => mark.atMs !== atMs),
      removedMark: context.marks.find((mark) => mark.atMs === atMs) ?? null,
    })),
    restoreMark: assign(({ context }) => ({
      marks: context.removedMark === null ? context.marks : inOrder([...context.marks, context.removedMark]),
      removedMark: null,
    })),
    keepPlaceInSound: assign({ fromMs: (_, { fromMs }: { fromMs: number }) => fromMs }),
    keepSound: assign({
      sound: ({ context }, { url }: { url: string }) => ({ url, fromMs: context.fromMs }),
    }),
    forgetSound: assign({ sound: null }),
    keepFailure: assign({ failure: (_, { error }: { error: unknown }) => failureOf(error) }),
    noteLongest: assign({
      failure: {
        code: 'longestRecording',
        message: 'The recording has ended by itself, because it is almost 12 hours long. All of it is kept.',
        details: null,
      },
    }),
    forgetFailure: assign({ failure: null }),
    forgetAll: assign(nothingRecorded),
  },
  guards: {
    isThere: (_, { found }: { found: FoundRecording | null }) => found !== null,
    isDiscarded: (_, { found }: { found: FoundRecording | null }) => found?.isDiscarded === true,
    isOnServer: (_, { found }: { found: FoundRecording | null }) => found?.serverHasIt === true,
    hasRecording: ({ context }) => context.kept !== null,
    wasRemoved: ({ context }) => context.removedMark !== null,
    isSomebodyLeft: ({ context }) => context.turn < context.people.length,
    isLast: ({ context }) => context.turn === context.people.length - 1,
    hasPrevious: ({ context }) => context.turn > 0,
    isOtherSession: ({ context }, { place }: { place: RecordingPlace }) =>
      context.place?.sessionId !== place.sessionId,
  },
  delays: {
    /** What is a little longer would be refused, so a minute less. */
    longestRecording: ({ context }) =>
      Math.max(0, hours(12) - minutes(1) - seconds(context.kept?.seconds ?? 0)),
    introductionTime: seconds(introductionSeconds),
    longestIntroductions: minutes(5),
    undoWindow: minutes(1),
    longestSilence: seconds(20),
    longestQuiet: seconds(30),
    steadyTime: seconds(10),
  },
});
