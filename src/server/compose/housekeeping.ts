import { and, eq, inArray, isNotNull, isNull, lte, notExists, notInArray, or, sql } from 'drizzle-orm';
import type { AnalysisStage } from '#contract/analyses.ts';
import { analysisFailures } from '#contract/errors.ts';
import { type AnalysisJobData, analysisJob } from '#server/analyses/analyses.ts';
import type { AnalysisEndings } from '#server/analyses/analysis-endings.ts';
import type { Quotes } from '#server/analyses/quotes.ts';
import type { CreditExpiry } from '#server/credits/credit-expiry.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import {
  analyses,
  analysisCheckpoints,
  audioAssets,
  finalStatuses,
  uploads,
} from '#server/platform/database/tables/work.ts';
import type { JobQueue } from '#server/platform/job-queue.ts';
import type { Logger } from '#server/platform/log.ts';
import type { AudioFiles } from '#server/recordings/audio-files.ts';
import { removeIncomplete } from '#server/recordings/transcript-rows.ts';
import type { Uploads } from '#server/recordings/uploads.ts';

/** A file younger than this may belong to an upload whose row is just being written. */
const ORPHAN_AGE_MS = 3_600_000;

/** Takes away what nobody needs any more. Every part may run at any time and again. */
export interface Housekeeping {
  /** Deletes recordings of one session, or of all, that were replaced or are past their time. */
  tidyAudio(sessionId?: string): Promise<void>;
  run(): Promise<void>;
}

export function createHousekeeping(deps: {
  database: Database;
  files: AudioFiles;
  uploads: Uploads;
  quotes: Quotes;
  queue: JobQueue;
  endings: AnalysisEndings;
  creditExpiry: CreditExpiry;
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
    const deleted = await database.orm
      .update(audioAssets)
      .set({ deletedAt: now })
      .where(
        and(
          isNull(audioAssets.deletedAt),
          isOver,
          notExists(inUse),
          sessionId === undefined ? undefined : eq(audioAssets.sessionId, sessionId),
        ),
      )
      .returning({ uploadId: audioAssets.uploadId });
    for (const { uploadId } of deleted) await files.remove(uploadId);
    if (deleted.length > 0) log.info({ count: deleted.length }, 'recordings deleted');
  }

  /** Files that a crash left behind: no upload under way and no kept asset names them. */
  async function sweepFiles(): Promise<void> {
    // The age of a file is told by the machine's clock.
    const names = await files.list(new Date(Date.now() - ORPHAN_AGE_MS));
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
   * Ends analyses that no job works on any more, as where the server died at each of its attempts; what they hold of the
   * user's credits comes back. The jobs are read after the analyses, so that one that just ends is not taken for such.
   */
  async function endAbandoned(): Promise<void> {
    const running = await database.orm
      .select({ id: analyses.id, attempt: analyses.attempt, status: analyses.status })
      .from(analyses)
      .where(notInArray(analyses.status, [...finalStatuses]));
    if (running.length === 0) return;
    const jobs = (await deps.queue.unfinished(analysisJob)) as AnalysisJobData[];
    const worked = new Set(jobs.map(({ analysisId, attempt }) => `${analysisId}:${attempt}`));
    for (const { id, attempt, status } of running.filter((row) => !worked.has(`${row.id}:${row.attempt}`))) {
      log.error({ analysisId: id }, 'analysis without a job ended');
      const { message, retryable } = analysisFailures.stopped;
      await deps.endings.fail(id, attempt, {
        stage: status as AnalysisStage,
        code: 'stopped',
        message,
        retryable,
      });
    }
  }

  return {
    tidyAudio,
    async run() {
      await endAbandoned();
      await deps.uploads.expire();
      await deps.quotes.prune();
      await tidyAudio();
      await forgetCheckpoints();
      await sweepFiles();
      await removeIncomplete(database.orm, new Date(clock.now().getTime() - ORPHAN_AGE_MS));
      await deps.creditExpiry.run();
    },
  };
}
