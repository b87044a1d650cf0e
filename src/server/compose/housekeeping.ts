import { and, eq, inArray, isNotNull, isNull, lt, lte, notExists, notInArray, or, sql } from 'drizzle-orm';
import { AnalysisStage } from '#contract/analyses.ts';
import { analysisFailures } from '#contract/errors.ts';
import { type AnalysisJobData, analysisJob } from '#server/analyses/analyses.ts';
import type { AnalysisEndings } from '#server/analyses/analysis-endings.ts';
import type { Quotes } from '#server/analyses/quotes.ts';
import { analyses, analysisCheckpoints, finalStatuses } from '#server/analyses/tables.ts';
import type { CreditExpiry } from '#server/credits/credit-expiry.ts';
import { removeAbandonedStages } from '#server/exports/imports/import-stage.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { isDatabaseLost } from '#server/platform/database/lost-database.ts';
import type { JobQueue } from '#server/platform/job-queue.ts';
import type { Logger } from '#server/platform/log.ts';
import { forgetRateCounts } from '#server/platform/rate-limit.ts';
import type { AudioFiles } from '#server/recordings/audio-files.ts';
import { findMissingRecordings } from '#server/recordings/missing-recordings.ts';
import type { Playbacks } from '#server/recordings/playbacks.ts';
import { audioAssets, playbacks, uploads } from '#server/recordings/tables.ts';
import { removeIncomplete } from '#server/recordings/transcript-rows.ts';
import type { Uploads } from '#server/recordings/uploads.ts';
import type { ProposalBox } from '#server/sharing/proposal-box.ts';
import { outbox } from '#server/stand-ins/mail/tables.ts';
import type { Voices } from '#server/voices/voices.ts';

/** A younger file may belong to an upload whose row is not written yet. */
const ORPHAN_AGE_MS = 3_600_000;
const DAY_MS = 86_400_000;

export interface Housekeeping {
  tidyAudio(sessionId?: string): Promise<void>;
  run(): Promise<void>;
}

export function createHousekeeping(deps: {
  database: Database;
  files: AudioFiles;
  uploads: Uploads;
  playbacks: Pick<Playbacks, 'endAbandoned'>;
  voices: Pick<Voices, 'resume'>;
  quotes: Quotes;
  queue: JobQueue;
  endings: AnalysisEndings;
  creditExpiry: CreditExpiry;
  proposals: Pick<ProposalBox, 'prune'>;
  clock: Clock;
  log: Logger;
}): Housekeeping {
  const { database, files, clock, log } = deps;

  async function tidyAudio(sessionId?: string): Promise<void> {
    const now = clock.now();
    const isOver = or(isNotNull(audioAssets.replacedAt), lte(audioAssets.storedUntil, now));
    const inUse = database.orm
      .select({ one: sql`1` })
      .from(analyses)
      .where(and(eq(analyses.audioAssetId, audioAssets.id), notInArray(analyses.status, [...finalStatuses])));
    // An analysis marks its recording deleted if it is not kept at all; its files are still there.
    const isTidied =
      sessionId === undefined ? isNull(audioAssets.deletedAt) : eq(audioAssets.sessionId, sessionId);
    const deleted = await database.orm
      .update(audioAssets)
      .set({ deletedAt: sql`coalesce(${audioAssets.deletedAt}, ${sql.param(now, audioAssets.deletedAt)})` })
      .where(and(isOver, notExists(inUse), isTidied))
      .returning({ uploadId: audioAssets.uploadId });
    if (deleted.length === 0) return;
    const uploadIds = deleted.map(({ uploadId }) => uploadId);
    await database.orm.delete(playbacks).where(inArray(playbacks.uploadId, uploadIds));
    for (const uploadId of uploadIds) await files.remove(uploadId);
    log.info({ count: uploadIds.length }, 'recordings deleted');
  }

  async function sweepFiles(): Promise<void> {
    for await (const names of files.list(new Date(Date.now() - ORPHAN_AGE_MS))) await sweep(names);
  }

  async function reportMissing(): Promise<void> {
    const { count, missing } = await findMissingRecordings(database.orm, files);
    if (missing.length > 0)
      log.error(
        { missing: missing.length, recordings: count },
        'Recordings are missing from the data folder or the bucket. Their sessions can’t play or analyze them. Put the files back from a backup; `npm run reconcile` lists them.',
      );
  }

  async function sweep(names: string[]): Promise<void> {
    if (names.length === 0) return;
    const open = await database.orm
      .select({ id: uploads.id })
      .from(uploads)
      .where(and(inArray(uploads.id, names), inArray(uploads.status, ['open', 'verifying'])));
    const kept = await database.orm
      .select({ id: audioAssets.uploadId })
      .from(audioAssets)
      .where(and(inArray(audioAssets.uploadId, names), isNull(audioAssets.deletedAt)));
    const needed = new Set([...open, ...kept].map(({ id }) => id));
    const orphans = names.filter((name) => !needed.has(name));
    for (const name of orphans) await files.remove(name);
    if (orphans.length > 0) log.info({ count: orphans.length }, 'files without an upload deleted');
  }

  async function forgetCheckpoints(): Promise<void> {
    const ended = database.orm
      .select({ id: analyses.id })
      .from(analyses)
      .where(inArray(analyses.status, ['completed', 'cancelled']));
    await database.orm.delete(analysisCheckpoints).where(inArray(analysisCheckpoints.analysisId, ended));
  }

  /**
   * After a crash in every attempt, say. Reads jobs last, so that one that is just ending is not affected.
   */
  async function endAbandoned(): Promise<void> {
    const running = await database.orm
      .select({ id: analyses.id, attempt: analyses.attempt, status: analyses.status })
      .from(analyses)
      .where(notInArray(analyses.status, [...finalStatuses]));
    if (running.length === 0) return;
    const jobs = await deps.queue.unfinished<AnalysisJobData>(analysisJob);
    const worked = new Set(jobs.map(({ analysisId, attempt }) => `${analysisId}:${attempt}`));
    for (const { id, attempt, status } of running.filter((row) => !worked.has(`${row.id}:${row.attempt}`))) {
      log.error({ analysisId: id }, 'analysis without a job ended');
      const { message, retryable } = analysisFailures.stopped;
      await deps.endings.fail(id, attempt, {
        stage: AnalysisStage.parse(status),
        code: 'stopped',
        message,
        retryable,
      });
    }
  }

  return {
    tidyAudio,
    async run() {
      const parts = {
        'uploads to verify': deps.uploads.resume,
        'abandoned analyses': endAbandoned,
        'abandoned playbacks': deps.playbacks.endAbandoned,
        'erased voices': deps.voices.resume,
        'expired uploads': deps.uploads.expire,
        quotes: deps.quotes.prune,
        recordings: tidyAudio,
        checkpoints: forgetCheckpoints,
        files: sweepFiles,
        'missing recordings': reportMissing,
        transcripts: () => removeIncomplete(database.orm, new Date(clock.now().getTime() - ORPHAN_AGE_MS)),
        imports: () => removeAbandonedStages(database.orm, new Date(clock.now().getTime() - ORPHAN_AGE_MS)),
        suggestions: deps.proposals.prune,
        credits: deps.creditExpiry.run,
        emails: () =>
          database.orm.delete(outbox).where(lt(outbox.sentAt, new Date(clock.now().getTime() - DAY_MS))),
        limits: () => forgetRateCounts({ database, clock }),
      };
      for (const [part, run] of Object.entries(parts)) {
        try {
          await run();
        } catch (error) {
          if (isDatabaseLost(error)) throw error;
          log.error({ err: error, part }, 'Housekeeping failed.');
        }
      }
    },
  };
}
