import { type AnyEventObject, assign, setup } from 'xstate';
import { hours, minutes } from '../kit/durations.ts';
import { type Failure, failureOf } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor, notProvidedCallback } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';
import type { ChosenFile } from '../upload/upload.setup.ts';

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

export interface RecordingContext {
  readonly place: RecordingPlace | null;
  readonly kept: KeptRecording | null;
  readonly failure: Failure | null;
}

export type RecordingEvent =
  | { type: 'recording.opened'; place: RecordingPlace }
  | { type: 'record' }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'stop' }
  | { type: 'use' }
  | { type: 'discard' }
  | { type: 'undo' }
  | { type: 'retry' }
  | { type: 'sound.begun' }
  /** The microphone may be muted. */
  | { type: 'silence.begun' }
  | { type: 'sound.heard' }
  | { type: 'piece.kept'; kept: KeptRecording }
  /** And the microphone is closed. */
  | { type: 'capture.ended' }
  | { type: 'capture.failed'; error: unknown }
  | { type: 'upload.stored' }
  | { type: 'upload.dropped' }
  | { type: 'user.left' };

const nothingRecorded: RecordingContext = { place: null, kept: null, failure: null };

export const recordingSetup = setup({
  types: {} as { context: RecordingContext; events: RecordingEvent; tags: Tag },
  actors: {
    findKept: notProvidedActor<KeptRecording | null, { sessionId: string }>('findKept'),
    capture: notProvidedCallback<AnyEventObject, { place: RecordingPlace | null }>('capture'),
    joinPieces: notProvidedActor<ChosenFile, { sessionId: string }>('joinPieces'),
    watchUpload: notProvidedCallback<AnyEventObject, { sessionId: string }>('watchUpload'),
    removeKept: notProvidedActor<void, { sessionId: string }>('removeKept'),
  },
  actions: {
    pauseCapture: notProvidedAction('pauseCapture'),
    resumeCapture: notProvidedAction('resumeCapture'),
    endCapture: notProvidedAction('endCapture'),
    handOver: notProvidedAction<{ sessionId: string; file: ChosenFile }>('handOver'),
    keepPlace: assign((_, { place }: { place: RecordingPlace }) => ({ ...nothingRecorded, place })),
    keepRecording: assign({ kept: (_, { kept }: { kept: KeptRecording | null }) => kept }),
    forgetRecording: assign({ kept: null }),
    keepFailure: assign({ failure: (_, { error }: { error: unknown }) => failureOf(error) }),
    forgetFailure: assign({ failure: null }),
    forgetAll: assign(nothingRecorded),
  },
  guards: {
    isThere: (_, { kept }: { kept: KeptRecording | null }) => kept !== null,
    hasRecording: ({ context }) => context.kept !== null,
    isOtherSession: ({ context }, { place }: { place: RecordingPlace }) =>
      context.place?.sessionId !== place.sessionId,
  },
  delays: {
    longestRecording: hours(12),
    undoWindow: minutes(1),
  },
});
