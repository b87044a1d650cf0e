import { type AnyEventObject, assign, setup } from 'xstate';
import type { DetailLevel } from '#contract/common.ts';
import type { IntakeAccount } from '#contract/intake-account.ts';
import type { ArchiveKind } from '#contract/recording-archives.ts';
import type { Upload } from '#contract/uploads.ts';
import { analysisStartMachine } from '../analysis-start/analysis-start.machine.ts';
import type { AnalysisStartOutput } from '../analysis-start/analysis-start.setup.ts';
import { backOff } from '../kit/back-off.ts';
import { minutes, seconds } from '../kit/durations.ts';
import { type Failure, failureOf, hasCode, isPassing } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor, notProvidedCallback } from '../kit/not-provided.ts';
import { polling } from '../kit/polling.ts';
import type { Tag } from '../kit/tags.ts';

/** The file itself stays with the effects, under `key`. */
export interface ChosenFile {
  readonly key: string;
  readonly name: string;
  readonly sizeBytes: number;
}

export interface Estimate {
  readonly durationSeconds: number;
  readonly brief: number;
  readonly comprehensive: number;
}

/** Tracks play at the same time, parts one after another. */
export interface ArchiveContents {
  readonly kind: ArchiveKind;
  /** Whether the file leaves no doubt about it. */
  readonly isSure: boolean;
  readonly names: readonly string[];
  /** Named like recordings, without being any: they are left out. */
  readonly broken: readonly string[];
  readonly estimates: Readonly<Record<ArchiveKind, Estimate | null>>;
}

/** Several audio streams in one file. */
export interface RecordingStreams {
  readonly names: readonly string[];
}

export interface Inspection {
  readonly fingerprint: string;
  readonly estimate: Estimate | null;
  readonly contents?: ArchiveContents | null;
  readonly streams?: RecordingStreams | null;
  /** What the header of a file promises that has less. */
  readonly promisedSeconds?: number | null;
}

export interface UploadInput {
  readonly sessionId: string;
  readonly detailLevel: DetailLevel | null;
}

export interface UploadContext extends UploadInput {
  readonly file: ChosenFile | null;
  readonly fingerprint: string | null;
  readonly estimate: Estimate | null;
  readonly contents: ArchiveContents | null;
  readonly streams: RecordingStreams | null;
  readonly promisedSeconds: number | null;
  /** What was found in the recording, if it raises a question. */
  readonly account: IntakeAccount | null;
  readonly upload: Upload | null;
  readonly sentBytes: number;
  readonly failedAttempts: number;
  readonly questions: number;
  readonly failure: Failure | null;
}

export type UploadEvent =
  | { type: 'file.chosen'; file: ChosenFile }
  | { type: 'replacement.requested' }
  | { type: 'source.kept' }
  | { type: 'arrangement.chosen'; arrangement: ArchiveKind }
  | { type: 'upload.confirmed' }
  | { type: 'recording.accepted' }
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

/** Of an upload that the server did not reject. */
const endings = {
  expired: { code: 'uploadExpired', message: 'This upload has expired. Choose the file again.' },
  cancelled: {
    code: 'uploadNotOpen',
    message: 'This upload was ended elsewhere, perhaps in another tab. Choose the file again.',
  },
};

export const uploadSetup = setup({
  types: {} as {
    context: UploadContext;
    input: UploadInput;
    events: UploadEvent;
    tags: Tag;
    children: { analysisStart: 'analysisStart' };
  },
  actors: {
    findOpenUpload: notProvidedActor<Upload | null, { sessionId: string }>('findOpenUpload'),
    inspectFile: notProvidedActor<Inspection, { file: ChosenFile }>('inspectFile'),
    createUpload: notProvidedActor<
      Upload,
      {
        sessionId: string;
        file: ChosenFile;
        fingerprint: string;
        contents: Pick<ArchiveContents, 'kind' | 'broken'> | null;
      }
    >('createUpload'),
    /** At the server's offset, each chunk with a fresh token. */
    sendBytes: notProvidedCallback<AnyEventObject, { file: ChosenFile; upload: Upload }>('sendBytes'),
    watchPage: notProvidedCallback('watchPage'),
    readUpload: notProvidedActor<Upload, { uploadId: string }>('readUpload'),
    cancelUpload: notProvidedActor<void, { uploadId: string }>('cancelUpload'),
    analysisStart: analysisStartMachine,
  },
  actions: {
    openAnalysis: notProvidedAction<{ sessionId: string; analysisId: string }>('openAnalysis'),
    showResult: notProvidedAction<{ sessionId: string; analysisId: string }>('showResult'),
    announceChange: notProvidedAction<{ sessionId: string }>('announceChange'),
    keepFile: assign({
      file: (_, params: { file: ChosenFile }) => params.file,
      fingerprint: null,
      estimate: null,
      contents: null,
      streams: null,
      promisedSeconds: null,
      failure: null,
    }),
    forgetFile: assign({
      file: null,
      fingerprint: null,
      estimate: null,
      contents: null,
      streams: null,
      promisedSeconds: null,
      account: null,
    }),
    keepInspection: assign({
      fingerprint: (_, params: Inspection) => params.fingerprint,
      estimate: (_, params: Inspection) => params.estimate,
      contents: (_, params: Inspection) => params.contents ?? null,
      streams: (_, params: Inspection) => params.streams ?? null,
      promisedSeconds: (_, params: Inspection) => params.promisedSeconds ?? null,
    }),
    arrange: assign({
      estimate: ({ context }, params: { arrangement: ArchiveKind }) =>
        context.contents?.estimates[params.arrangement] ?? null,
      contents: ({ context }, params: { arrangement: ArchiveKind }) =>
        context.contents === null ? null : { ...context.contents, kind: params.arrangement },
    }),
    keepAccount: assign({
      account: (_, params: { upload: Upload }) => params.upload.account ?? null,
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
    keepRejection: assign({
      failure: (_, { upload: { error, status } }: { upload: Upload }) =>
        failureOf(error ?? endings[status === 'expired' ? 'expired' : 'cancelled']),
    }),
    noteOtherFile: assign({
      failure: ({ context }): Failure => ({
        code: 'differentFile',
        message: `This is another file. Choose "${context.upload?.fileName}" again to continue, or discard its upload.`,
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
    isUnsure: (_, params: Inspection) => params.contents?.isSure === false,
    arrangementHasPrice: ({ context }, params: { arrangement: ArchiveKind }) =>
      context.contents?.estimates[params.arrangement] != null,
    hasContents: ({ context }) => context.contents !== null,
    raisesQuestion: (_, params: { upload: Upload }) =>
      params.upload.status === 'ready' && (params.upload.account?.questions.length ?? 0) > 0,
    isReady: (_, params: { upload: Upload }) => params.upload.status === 'ready',
    hasFile: ({ context }) => context.file !== null,
    hasOpenUpload: ({ context }) => context.upload !== null,
    isSameFile: ({ context }, params: Inspection) => context.upload?.fingerprint === params.fingerprint,
    lengthIsKnown: (_, params: Inspection) => params.estimate !== null,
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
    mayTryAtOnce: sendingAgain.mayTryAtOnce,
    mayTryAgain: sendingAgain.mayTryAgain,
    isStarted: (_, params: AnalysisStartOutput) => params.started !== null,
    opensExisting: (_, params: AnalysisStartOutput) => params.existingId !== null,
  },
  delays: {
    nextAttempt: sendingAgain.nextAttempt,
    verificationInterval: askingAgain.nextPause,
    /** Long enough to measure 12 hours of audio. */
    verificationWindow: minutes(5),
  },
});
