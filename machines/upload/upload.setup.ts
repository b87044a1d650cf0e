import { type AnyEventObject, assign, setup } from 'xstate';
import type { DetailLevel } from '#contract/common.ts';
import type { Upload } from '#contract/uploads.ts';
import { analysisStartMachine } from '../analysis-start/analysis-start.machine.ts';
import type { AnalysisStartOutput } from '../analysis-start/analysis-start.setup.ts';
import { backOff } from '../kit/back-off.ts';
import { minutes, seconds } from '../kit/durations.ts';
import { type Failure, failureOf, hasCode, isPassing } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor, notProvidedCallback } from '../kit/not-provided.ts';
import { polling } from '../kit/polling.ts';
import type { Tag } from '../kit/tags.ts';

/** A file the user has chosen; the file itself stays with the effects, under `key`. */
export interface ChosenFile {
  readonly key: string;
  readonly name: string;
  readonly sizeBytes: number;
}

/** What both levels will cost by the length that the browser can tell; the server's measure decides (D2). */
export interface Estimate {
  readonly durationSeconds: number;
  readonly brief: number;
  readonly comprehensive: number;
}

/** The recordings in a zip: tracks of one evening, heard at the same time, or parts, one after another. */
export interface ArchiveContents {
  readonly kind: 'tracks' | 'parts';
  readonly names: readonly string[];
}

export interface Inspection {
  /** Tells the same file again after a reload. */
  readonly fingerprint: string;
  /** Null where the length cannot be told before the server has measured it. */
  readonly estimate: Estimate | null;
  /** Of a zip; without one it is a single recording. */
  readonly contents?: ArchiveContents | null;
}

export interface UploadInput {
  readonly sessionId: string;
  readonly detailLevel: DetailLevel;
}

export interface UploadContext extends UploadInput {
  readonly file: ChosenFile | null;
  readonly fingerprint: string | null;
  readonly estimate: Estimate | null;
  readonly contents: ArchiveContents | null;
  readonly upload: Upload | null;
  /** Bytes the server is known to hold. */
  readonly sentBytes: number;
  /** Failed attempts since bytes last arrived, 0 to 5. */
  readonly failedAttempts: number;
  /** Questions to the server whether it has measured the recording, after the first. */
  readonly questions: number;
  readonly failure: Failure | null;
}

export type UploadEvent =
  | { type: 'file.chosen'; file: ChosenFile }
  | { type: 'upload.confirmed' }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'retry' }
  | { type: 'discard' }
  | { type: 'level.chosen'; detailLevel: DetailLevel }
  | { type: 'bytes.sent'; offset: number }
  | { type: 'bytes.finished' }
  | { type: 'sending.failed'; error: unknown }
  | { type: 'connection.lost' }
  | { type: 'connection.restored' };

const askingAgain = polling(...[3, 3, 4, 5, 10, 15, 20].map(seconds));
const sendingAgain = backOff(seconds(3), seconds(5), seconds(10), seconds(20));

export const uploadSetup = setup({
  types: {} as {
    context: UploadContext;
    input: UploadInput;
    events: UploadEvent;
    tags: Tag;
    children: { analysisStart: 'analysisStart' };
  },
  actors: {
    /** The upload of the session that is not finished, or null. */
    findOpenUpload: notProvidedActor<Upload | null, { sessionId: string }>('findOpenUpload'),
    /** Fingerprint and estimate; rejects where the file cannot be audio. */
    inspectFile: notProvidedActor<Inspection, { file: ChosenFile }>('inspectFile'),
    createUpload: notProvidedActor<Upload, { sessionId: string; file: ChosenFile; fingerprint: string }>(
      'createUpload',
    ),
    /** Goes on at the server's offset, each chunk with a fresh token; stops when the state is left. */
    sendBytes: notProvidedCallback<AnyEventObject, { file: ChosenFile; upload: Upload }>('sendBytes'),
    /** Tells of the connection, and warns before the page is left. */
    watchPage: notProvidedCallback('watchPage'),
    readUpload: notProvidedActor<Upload, { uploadId: string }>('readUpload'),
    cancelUpload: notProvidedActor<void, { uploadId: string }>('cancelUpload'),
    /** From the price to the start. */
    analysisStart: analysisStartMachine,
  },
  actions: {
    /** Puts the analysis that was started into the address. */
    openAnalysis: notProvidedAction<{ sessionId: string; analysisId: string }>('openAnalysis'),
    /** Goes to the result in the analysis tab. */
    showResult: notProvidedAction<{ sessionId: string; analysisId: string }>('showResult'),
    /** The session has changed on the server. */
    announceChange: notProvidedAction<{ sessionId: string }>('announceChange'),
    keepFile: assign({
      file: (_, params: { file: ChosenFile }) => params.file,
      fingerprint: null,
      estimate: null,
      contents: null,
      failure: null,
    }),
    forgetFile: assign({ file: null, fingerprint: null, estimate: null, contents: null }),
    keepInspection: assign({
      fingerprint: (_, params: Inspection) => params.fingerprint,
      estimate: (_, params: Inspection) => params.estimate,
      contents: (_, params: Inspection) => params.contents ?? null,
    }),
    keepUpload: assign({
      upload: (_, params: { upload: Upload }) => params.upload,
      sentBytes: (_, params: { upload: Upload }) => params.upload.offset,
      failedAttempts: 0,
    }),
    forgetUpload: assign({ upload: null, sentBytes: 0, failedAttempts: 0 }),
    noteProgress: assign({
      sentBytes: (_, params: { offset: number }) => params.offset,
      failedAttempts: 0,
    }),
    countAttempt: assign({ failedAttempts: ({ context }) => context.failedAttempts + 1 }),
    forgetAttempts: assign({ failedAttempts: 0 }),
    countQuestion: assign({ questions: askingAgain.count }),
    forgetQuestions: assign({ questions: 0 }),
    chooseLevel: assign({
      detailLevel: (_, params: { detailLevel: DetailLevel }) => params.detailLevel,
    }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    keepRejection: assign({ failure: (_, params: { upload: Upload }) => failureOf(params.upload.error) }),
    noteOtherFile: assign({
      failure: ({ context }): Failure => ({
        code: 'differentFile',
        message: `This is another file. Choose "${context.upload?.fileName}" again to go on, or discard its upload.`,
        details: null,
      }),
    }),
    noteSlowVerification: assign({
      failure: (): Failure => ({
        code: 'verificationTimedOut',
        message: 'Checking the recording takes longer than it should. Nothing is lost; please try again.',
        details: null,
      }),
    }),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    isOpen: (_, params: { upload: Upload | null }) => params.upload?.status === 'open',
    isVerifying: (_, params: { upload: Upload | null }) => params.upload?.status === 'verifying',
    isReady: (_, params: { upload: Upload }) => params.upload.status === 'ready',
    hasFile: ({ context }) => context.file !== null,
    hasOpenUpload: ({ context }) => context.upload !== null,
    isSameFile: ({ context }, params: Inspection) => context.upload?.fingerprint === params.fingerprint,
    lengthIsKnown: (_, params: Inspection) => params.estimate !== null,
    /** The file or its upload will not do, however often it is tried. */
    isRefused: (_, params: { error: unknown }) =>
      hasCode(
        params.error,
        'uploadTooLarge',
        'unsupportedAudio',
        'audioUnreadable',
        'audioEmpty',
        'audioTooLong',
        'uploadExpired',
        'uploadNotOpen',
        'notFound',
      ),
    hasEnded: (_, params: { error: unknown }) => hasCode(params.error, 'notFound', 'uploadNotOpen'),
    passesByItself: (_, params: { error: unknown }) => isPassing(params.error),
    /** After the failures in a row since bytes last arrived. */
    mayTryAtOnce: sendingAgain.mayTryAtOnce,
    mayTryAgain: sendingAgain.mayTryAgain,
    isStarted: (_, params: AnalysisStartOutput) => params.started !== null,
    opensExisting: (_, params: AnalysisStartOutput) => params.existingId !== null,
  },
  delays: {
    nextAttempt: sendingAgain.nextAttempt,
    /** Between two questions whether the server has measured the recording: 3 s at first, then up to 20 s. */
    verificationInterval: askingAgain.nextPause,
    /** The longest that measuring takes for 12 hours of audio; the user may then go on waiting. */
    verificationWindow: minutes(5),
  },
});
