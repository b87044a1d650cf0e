import { and, eq, gt, inArray, notInArray, sql } from 'drizzle-orm';
import { AnalysisStage } from '#contract/analyses.ts';
import { analysisFailures } from '#contract/errors.ts';
import { textLimits } from '#contract/text-limits.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Shared } from '#server/platform/shared.ts';
import { type AnalysisJobData, analysisJob } from './analyses.ts';
import type { AnalysisEndings } from './analysis-endings.ts';
import { analyses, analysisCheckpoints, finalStatuses, modelUse } from './tables.ts';

/**
 * Ends analyses without a job: after a crash in every attempt, say. Reads jobs last, so that one that is just ending is not
 * affected.
 */
export async function endAbandoned({
  database,
  queue,
  endings,
  log,
}: Pick<Shared, 'database' | 'queue' | 'log'> & { endings: AnalysisEndings }): Promise<void> {
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

/** Those that no list shows: the text quota does not count them. What they moved stays in the ledger. */
export async function forgetCancelled({ orm }: Pick<Database, 'orm'>): Promise<void> {
  const ordered = orm
    .select({
      id: analyses.id,
      status: analyses.status,
      place:
        sql<number>`row_number() over (partition by ${analyses.sessionId} order by ${analyses.createdAt} desc, ${analyses.id} desc)`.as(
          'place',
        ),
    })
    .from(analyses)
    .as('ordered');
  const hidden = orm
    .select({ id: ordered.id })
    .from(ordered)
    .where(and(eq(ordered.status, 'cancelled'), gt(ordered.place, textLimits.listedAnalyses.most)));
  const used = orm.select({ id: modelUse.analysisId }).from(modelUse);
  await orm.delete(analyses).where(and(inArray(analyses.id, hidden), notInArray(analyses.id, used)));
}
