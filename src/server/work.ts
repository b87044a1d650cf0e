import { join } from 'node:path';
import type { Clock } from './clock.ts';
import type { Authenticator } from './http/authenticator.ts';
import type { App, Mount } from './http/mount.ts';
import { analysisJobRetries, createAnalysisRunner } from './jobs/analysis-runner.ts';
import type { JobQueue } from './jobs/queue.ts';
import type { Logger } from './log.ts';
import type { NotesEngine } from './notes/port.ts';
import { analysisRoutes } from './routes/analyses.ts';
import { createFollowAnalysis } from './routes/analysis-stream.ts';
import { notesRoutes } from './routes/notes.ts';
import { transcriptRoutes } from './routes/transcripts.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { type AnalysisJobData, analysisJob, createAnalyses } from './services/analyses.ts';
import { createAnalysisEndings } from './services/analysis-endings.ts';
import { createAnalysisEvents } from './services/analysis-events.ts';
import { campaignKnowledge } from './services/campaign-knowledge.ts';
import { createCreditExpiry } from './services/credit-expiry.ts';
import type { Credits } from './services/credits.ts';
import { createHousekeeping } from './services/housekeeping.ts';
import type { Logins } from './services/logins.ts';
import { createNotes } from './services/notes.ts';
import { createQuotes } from './services/quotes.ts';
import type { SessionWorkPort } from './services/session-work.ts';
import { createTranscripts } from './services/transcripts.ts';
import { createUploadBytes } from './services/upload-bytes.ts';
import { createUploadVerification } from './services/upload-verification.ts';
import { createUploads, type UploadLimits, verifyUploadJob } from './services/uploads.ts';
import { createWorkOfSessions } from './services/work-of-sessions.ts';
import type { SpeechEngine } from './speech/port.ts';
import { type AudioFiles, openAudioFiles } from './store/audio-files.ts';
import type { Database } from './store/database.ts';
import type { Threads } from './threads/threads.ts';

const HOUSEKEEPING_EVERY_MS = 3_600_000;

export interface WorkSettings extends UploadLimits {
  dataFolder: string;
  maxAudioSeconds: number;
  quoteMinutes: number;
  /** Days that audio is kept after the last analysis; 0: deleted once it is analysed. */
  audioDays: number;
  analysesAtOnce: number;
}

export interface WorkDependencies {
  settings: WorkSettings;
  engines: { speech: SpeechEngine; notes: NotesEngine };
  threads: Threads;
  database: Database;
  queue: JobQueue;
  credits: Credits;
  authenticator: Authenticator;
  logins: Pick<Logins, 'whenEnded'>;
  clock: Clock;
  log: Logger;
}

/** Uploads, transcripts, analyses and notes: everything between a recording and what is read in the end. */
export interface Work {
  readonly sessionWork: SessionWorkPort;
  readonly files: AudioFiles;
  routes(mount: Mount, app: App): void;
  /** Makes good what a crash left behind. Call it once the queue has started. */
  start(): Promise<void>;
  /** Takes away what nobody needs any more; runs by itself every hour. */
  keepHouse(): Promise<void>;
  /** Ends the streams of followers. The queue's own stop lets running analyses end at their checkpoint. */
  stop(): Promise<void>;
}

/** Defines its jobs, so call it before the queue is started. */
export function createWork(deps: WorkDependencies): Work {
  const { settings, database, queue, credits, clock, log } = deps;
  const files = openAudioFiles(join(settings.dataFolder, 'audio'));
  const uploads = createUploads({ database, files, queue, clock, limits: settings, log });
  const bytes = createUploadBytes({ files, sizeOf: uploads.sizeOf, onComplete: uploads.complete });
  const { threads } = deps;
  const transcripts = createTranscripts({ database, threads, clock, log });
  const quotes = createQuotes({
    database,
    credits,
    clock,
    validMinutes: settings.quoteMinutes,
    notesEngine: deps.engines.notes,
  });
  const notes = createNotes({ database, clock });
  const analyses = createAnalyses({ database, queue, credits, quotes, notes, clock });
  const events = createAnalysisEvents(database);
  const endings = createAnalysisEndings({
    database,
    credits,
    notes,
    clock,
    audioDays: settings.audioDays,
  });
  const housekeeping = createHousekeeping({
    database,
    files,
    uploads,
    quotes,
    queue,
    endings,
    creditExpiry: createCreditExpiry({ database, credits, clock }),
    clock,
    log,
  });
  const verifyUpload = createUploadVerification({
    database,
    files,
    clock,
    maxAudioSeconds: settings.maxAudioSeconds,
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
    knowledge: (sessionId) => campaignKnowledge(database, sessionId),
  });

  queue.work<{ uploadId: string }>(verifyUploadJob, (job) => verifyUpload(job.data.uploadId, job.signal), {
    concurrency: 1,
  });
  queue.work<AnalysisJobData>(analysisJob, runAnalysis, {
    concurrency: settings.analysesAtOnce,
    retryLimit: analysisJobRetries,
  });

  let timer: NodeJS.Timeout | null = null;
  const keepHouse = () =>
    housekeeping.run().catch((error: unknown) => log.error({ err: error }, 'housekeeping failed'));

  return {
    keepHouse,
    files,
    sessionWork: createWorkOfSessions({ files, clock, database, credits }),
    routes(mount, app) {
      uploadRoutes(mount, app, { uploads, bytes, authenticator: deps.authenticator });
      transcriptRoutes(mount, { transcripts });
      analysisRoutes(mount, {
        analyses,
        quotes,
        follow: createFollowAnalysis({ database, events, logins: deps.logins, clock }),
      });
      notesRoutes(mount, { notes });
    },
    async start() {
      await events.start();
      await uploads.resume();
      await keepHouse();
      timer = setInterval(() => void keepHouse(), HOUSEKEEPING_EVERY_MS);
      timer.unref();
    },
    async stop() {
      if (timer !== null) clearInterval(timer);
      await events.stop();
    },
  };
}
