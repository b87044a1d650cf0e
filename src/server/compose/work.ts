import type { InspectionEvent } from 'xstate';
import type { Logins } from '#server/accounts/logins.ts';
import { type AnalysisJobData, analysisJob, createAnalyses } from '#server/analyses/analyses.ts';
import { createAnalysisEndings, type NotesFilled } from '#server/analyses/analysis-endings.ts';
import { createAnalysisEvents } from '#server/analyses/analysis-events.ts';
import { analysisRoutes } from '#server/analyses/analysis-routes.ts';
import { createFollowAnalysis } from '#server/analyses/analysis-stream.ts';
import { campaignKnowledge } from '#server/analyses/campaign-knowledge.ts';
import { createEndingLetters } from '#server/analyses/ending-letters.ts';
import { analysisJobRetries, createAnalysisRunner } from '#server/analyses/job/analysis-runner.ts';
import { createQuotes } from '#server/analyses/quotes.ts';
import { createWorkOfSessions } from '#server/analyses/work-of-sessions.ts';
import { createNotes, type NotesService } from '#server/campaigns/notes.ts';
import { notesRoutes } from '#server/campaigns/notes-routes.ts';
import { createNotesVersions } from '#server/campaigns/notes-versions.ts';
import type { SessionWorkPort } from '#server/campaigns/session-work.ts';
import { createCreditExpiry } from '#server/credits/credit-expiry.ts';
import type { Credits } from '#server/credits/credits.ts';
import type { NotesEngine } from '#server/engines/notes/port.ts';
import type { SpeechEngine } from '#server/engines/speech/port.ts';
import type { Threads } from '#server/engines/threads/threads.ts';
import type { Authenticator } from '#server/http/authenticator.ts';
import { createGate } from '#server/http/gate.ts';
import type { App, Mount } from '#server/http/mount.ts';
import { type Corrections, createCorrections } from '#server/names/corrections.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { FileStore } from '#server/platform/files/port.ts';
import { waitForFiles } from '#server/platform/files/wait-for-files.ts';
import { createForgetting, FORGET_EVERY_SECONDS } from '#server/platform/forget-deleted.ts';
import type { Job, JobQueue } from '#server/platform/job-queue.ts';
import type { Logger } from '#server/platform/log.ts';
import type { MailPort } from '#server/platform/mail/port.ts';
import type { SecretBox } from '#server/platform/secret-box.ts';
import type { Telemetry } from '#server/platform/telemetry.ts';
import { type AudioFiles, createAudioFiles } from '#server/recordings/audio-files.ts';
import { isMissing } from '#server/recordings/missing-recordings.ts';
import { playbackRoutes } from '#server/recordings/playback-routes.ts';
import {
  createPlaybacks,
  type PlaybackJobData,
  playbackJob,
  playbackJobRetries,
} from '#server/recordings/playbacks.ts';
import { createTranscriptEdits } from '#server/recordings/transcript-edits.ts';
import { transcriptRoutes } from '#server/recordings/transcript-routes.ts';
import { createTranscripts } from '#server/recordings/transcripts.ts';
import { createUploadBytes } from '#server/recordings/upload-bytes.ts';
import { uploadRoutes } from '#server/recordings/upload-routes.ts';
import { createUploadVerification } from '#server/recordings/upload-verification.ts';
import { createUploads, type UploadLimits, verifyUploadJob } from '#server/recordings/uploads.ts';
import { createProposalBox } from '#server/sharing/proposal-box.ts';
import { voiceRoutes } from '#server/voices/voice-routes.ts';
import { createVoices, type SilenceJobData, silenceJob, silenceJobRetries } from '#server/voices/voices.ts';
import { createHousekeeping } from './housekeeping.ts';

const HOUSEKEEPING_EVERY_SECONDS = 3_600;

export interface WorkSettings extends UploadLimits {
  maxAudioSeconds: number;
  quoteMinutes: number;
  highlightsPercent: number;
  /** 0: deletes audio once it is analyzed. */
  audioDays: number;
  workers: number;
  longestWaitSeconds: number;
  callsAtOnce: number;
}

export interface WorkDependencies {
  settings: WorkSettings;
  engines: { speech: SpeechEngine; notes: NotesEngine };
  threads: Threads;
  database: Database;
  queue: JobQueue;
  store: FileStore;
  credits: Credits;
  secrets: SecretBox;
  authenticator: Authenticator;
  logins: Pick<Logins, 'whenEnded'>;
  letters?: { mail: MailPort; publicUrl: string | null };
  notesFilled?: NotesFilled;
  clock: Clock;
  log: Logger;
  telemetry?: Telemetry;
  /** Default: it can. */
  canHear?: () => Promise<boolean>;
  inspect?: (event: InspectionEvent) => void;
}

export interface Work {
  readonly sessionWork: SessionWorkPort;
  readonly files: AudioFiles;
  readonly notes: NotesService;
  readonly corrections: Corrections;
  routes(mount: Mount, app: App): void;
  /** Call once the queue has started. */
  start(): Promise<void>;
  /** Repairs what a crash left and deletes what is not needed: at each start and every hour. */
  keepHouse(): Promise<void>;
  stop(): Promise<void>;
}

/** Defines jobs: call it before the queue starts. */
export function createWork(deps: WorkDependencies): Work {
  const { settings, database, queue, credits, clock, log } = deps;
  const { quotas } = settings;
  const files = createAudioFiles(deps.store);
  const uploads = createUploads({ database, files, queue, clock, limits: settings, log });
  const bytes = createUploadBytes({
    files,
    locks: database.locks,
    log,
    sizeOf: uploads.sizeOf,
    onComplete: uploads.complete,
  });
  const playbacks = createPlaybacks({ database, files, queue, secrets: deps.secrets, clock, log });
  const voices = createVoices({ database, files, queue, clock, log });
  const { threads } = deps;
  const transcripts = createTranscripts({ database, threads, clock, log, most: quotas.imports });
  const edits = createTranscriptEdits({ database, clock, readTranscript: transcripts.read });
  const canHear = deps.canHear ?? (async () => true);
  const quotes = createQuotes({
    database,
    credits,
    clock,
    validMinutes: settings.quoteMinutes,
    highlightsPercent: settings.highlightsPercent,
    notesEngine: deps.engines.notes,
    isMissing: ({ uploadId }) => isMissing(files, uploadId),
    canHear,
  });
  const notes = createNotes({ database, clock });
  const corrections = createCorrections({ database, clock });
  const analyses = createAnalyses({
    database,
    queue,
    credits,
    quotes,
    notes,
    clock,
    most: quotas.analyses,
    longestWaitSeconds: settings.longestWaitSeconds,
    canHear,
  });
  const events = createAnalysisEvents(database);
  const endings = createAnalysisEndings({
    database,
    credits,
    notes,
    clock,
    audioDays: settings.audioDays,
    ...(deps.notesFilled === undefined ? {} : { notesFilled: deps.notesFilled }),
    ...(deps.letters === undefined
      ? {}
      : { ended: createEndingLetters({ database, queue, log, ...deps.letters }).ended }),
  });
  const housekeeping = createHousekeeping({
    database,
    files,
    uploads,
    playbacks,
    voices,
    quotes,
    queue,
    endings,
    creditExpiry: createCreditExpiry({ database, credits, clock }),
    proposals: createProposalBox({ database, clock }),
    clock,
    log,
  });
  const verifyUpload = createUploadVerification({
    database,
    files,
    clock,
    maxAudioSeconds: settings.maxAudioSeconds,
    maxUploadBytes: settings.maxUploadBytes,
    tidy: housekeeping.tidyAudio,
    log,
  });
  const runAnalysis = createAnalysisRunner({
    ...deps.engines,
    threads,
    database,
    files,
    clock,
    log,
    endings,
    events,
    tidy: housekeeping.tidyAudio,
    ...(deps.inspect === undefined ? {} : { inspect: deps.inspect }),
    ...(deps.telemetry === undefined ? {} : { telemetry: deps.telemetry }),
    knowledge: (sessionId) => campaignKnowledge(database, sessionId),
    correctHeard: corrections.correctHeard,
  });

  const patiently = <Data>(handler: (job: Job<Data>) => Promise<void>) =>
    waitForFiles(deps.store, log, handler);
  queue.work<{ uploadId: string }>(
    verifyUploadJob,
    patiently((job) => verifyUpload(job.data.uploadId, job.signal)),
    { concurrency: settings.workers, isShared: true },
  );
  queue.work<PlaybackJobData>(playbackJob, patiently(playbacks.make), {
    concurrency: 1,
    retryLimit: playbackJobRetries,
  });
  queue.work<SilenceJobData>(silenceJob, patiently(voices.work), {
    concurrency: 1,
    retryLimit: silenceJobRetries,
  });
  queue.work<AnalysisJobData>(analysisJob, patiently(runAnalysis), {
    concurrency: settings.workers,
    isShared: true,
    retryLimit: analysisJobRetries,
  });

  queue.every('housekeeping', HOUSEKEEPING_EVERY_SECONDS, housekeeping.run);
  queue.every('deleted-rows', FORGET_EVERY_SECONDS, createForgetting({ database, clock }).run);

  return {
    keepHouse: housekeeping.run,
    files,
    notes,
    corrections,
    sessionWork: createWorkOfSessions({ files, clock, database, credits }),
    routes(mount, app) {
      uploadRoutes(mount, app, {
        uploads,
        bytes,
        authenticator: deps.authenticator,
        gate: createGate(settings.callsAtOnce),
      });
      playbackRoutes(mount, { playbacks, database });
      voiceRoutes(mount, { voices });
      transcriptRoutes(mount, { transcripts, edits });
      analysisRoutes(mount, {
        analyses,
        quotes,
        follow: createFollowAnalysis({
          database,
          events,
          logins: deps.logins,
          clock,
          most: quotas.streams,
        }),
      });
      notesRoutes(mount, { notes, versions: createNotesVersions({ database, clock }) });
    },
    async start() {
      await events.start();
    },
    async stop() {
      await events.stop();
    },
  };
}
