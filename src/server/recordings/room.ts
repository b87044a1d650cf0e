import type { Threads } from '#server/engines/threads/threads.ts';
import type { Authenticator } from '#server/http/authenticator.ts';
import { createGate } from '#server/http/gate.ts';
import type { Room } from '#server/http/room.ts';
import { waitForFiles } from '#server/platform/files/wait-for-files.ts';
import type { Job } from '#server/platform/job-queue.ts';
import type { Shared } from '#server/platform/shared.ts';
import { createAudioFiles } from './audio-files.ts';
import { findMissingRecordings } from './missing-recordings.ts';
import { playbackRoutes } from './playback-routes.ts';
import { createPlaybacks, type PlaybackJobData, playbackJob, playbackJobRetries } from './playbacks.ts';
import { createTidying } from './tidying.ts';
import { createTranscriptEdits } from './transcript-edits.ts';
import { transcriptRoutes } from './transcript-routes.ts';
import { removeIncomplete } from './transcript-rows.ts';
import { createTranscripts } from './transcripts.ts';
import { createUploadBytes } from './upload-bytes.ts';
import { uploadRoutes } from './upload-routes.ts';
import { createUploadVerification } from './upload-verification.ts';
import { createUploads, type UploadLimits, verifyUploadJob } from './uploads.ts';
import { settleVoices } from './voice-prints.ts';

export interface RecordingsSettings extends UploadLimits {
  maxAudioSeconds: number;
  workers: number;
  callsAtOnce: number;
}

const INCOMPLETE_MS = 3_600_000;

export function createRecordings(
  deps: Pick<Shared, 'database' | 'store' | 'queue' | 'secrets' | 'clock' | 'log'> & {
    settings: RecordingsSettings;
    threads: Threads;
    authenticator: Authenticator;
    /** Whether campaigns may remember how voices sound. */
    remembersVoices?: boolean;
  },
) {
  const { settings, database, store, queue, clock, log, remembersVoices = false } = deps;
  const files = createAudioFiles(store);
  const shared = { ...deps, files };
  const uploads = createUploads({ ...shared, limits: settings });
  const bytes = createUploadBytes({
    files,
    locks: database.locks,
    log,
    sizeOf: uploads.sizeOf,
    onComplete: uploads.complete,
  });
  const playbacks = createPlaybacks(shared);
  const transcripts = createTranscripts({ ...shared, most: settings.quotas.imports });
  const edits = createTranscriptEdits({ database, clock, readTranscript: transcripts.read });
  const tidying = createTidying(shared);
  const verifyUpload = createUploadVerification({
    ...shared,
    maxAudioSeconds: settings.maxAudioSeconds,
    maxUploadBytes: settings.maxUploadBytes,
    tidy: tidying.tidy,
  });

  const patiently = <Data>(handler: (job: Job<Data>) => Promise<void>) => waitForFiles(store, log, handler);
  queue.work<{ uploadId: string }>(
    verifyUploadJob,
    patiently((job) => verifyUpload(job.data.uploadId, job.signal)),
    { concurrency: settings.workers, isShared: true },
  );
  // Slots of their own: someone waits for the sound, and analyses take hours.
  queue.work<PlaybackJobData>(playbackJob, patiently(playbacks.make), {
    concurrency: 1,
    isShared: true,
    retryLimit: playbackJobRetries,
  });

  return {
    files,
    tidy: tidying.tidy,
    findMissing: () => findMissingRecordings(database.orm, files),
    routes(mount, app) {
      uploadRoutes(mount, app, {
        uploads,
        bytes,
        authenticator: deps.authenticator,
        gate: createGate(settings.callsAtOnce),
      });
      playbackRoutes(mount, { playbacks, database });
      transcriptRoutes(mount, { database, transcripts, edits, remembersVoices, clock });
    },
    chores: {
      'uploads to verify': uploads.resume,
      'abandoned playbacks': playbacks.endAbandoned,
      'expired uploads': uploads.expire,
      recordings: () => tidying.tidy(),
      files: tidying.sweepFiles,
      'missing recordings': tidying.reportMissing,
      'remembered voices': () => settleVoices(database, clock, remembersVoices),
      transcripts: () => removeIncomplete(database, new Date(clock.now().getTime() - INCOMPLETE_MS)),
    },
  } satisfies Room & { files: unknown; tidy: unknown; findMissing: unknown };
}
