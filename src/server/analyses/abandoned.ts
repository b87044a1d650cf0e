import { inArray, notInArray } from 'drizzle-orm';
import { AnalysisStage } from '#contract/analyses.ts';
import { analysisFailures } from '#contract/errors.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { JobQueue } from '#server/platform/job-queue.ts';
import type { Logger } from '#server/platform/log.ts';
import { type AnalysisJobData, analysisJob } from './analyses.ts';
import type { AnalysisEndings } from './analysis-endings.ts';
import { analyses, analysisCheckpoints, finalStatuses } from './tables.ts';

/**
 * Ends analyses without a job: after a crash in every attempt, say. Reads jobs last, so that one that is just ending is not
 * affected.
 */
export async function endAbandoned({
  database,
  queue,
  endings,
  log,
}: {
  database: Database;
  queue: JobQueue;
  endings: AnalysisEndings;
  log: Logger;
}): Promise<void> {
  const running = await database.orm
    .select({ id: analyses.id, attempt: analyses.attempt, status: analyses.status })
    .from(analyses)
    .where(notInArray(analyses.status, [...finalStatuses]));
  if (running.length === 0) return;
  const jobs = await queue.unfinished<AnalysisJobData>(analysisJob);
  const worked = new Set(jobs.map(({ analysisId, attempt }) => `${analysisId}:${attempt}`));
  for (const { id, attempt, status } of running.filter((row) => !worked.has(`${row.id}:${row.attempt}`))) {
    log.error({ analysisId: id }, 'analysis without a job ended');
    const { message, retryable } = analysisFailures.stopped;
    await endings.fail(id, attempt, {
      stage: AnalysisStage.parse(status),
      code: 'stopped',
      message,
      retryable,
    });
  }
}

export async function forgetCheckpoints({ orm }: Pick<Database, 'orm'>): Promise<void> {
  const ended = orm
    .select({ id: analyses.id })
    .from(analyses)
    .where(inArray(analyses.status, ['completed', 'cancelled']));
  await orm.delete(analysisCheckpoints).where(inArray(analysisCheckpoints.analysisId, ended));
}
