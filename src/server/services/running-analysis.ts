import { and, inArray, notInArray } from 'drizzle-orm';
import { finalStatuses } from '../store/analysis-rows.ts';
import type { Orm } from '../store/database.ts';
import { analyses } from '../store/tables/work.ts';

/** The analyses of these sessions that are under way. */
export async function runningAnalyses(orm: Orm, sessionIds: readonly string[]): Promise<string[]> {
  if (sessionIds.length === 0) return [];
  const running = await orm
    .select({ id: analyses.id })
    .from(analyses)
    .where(
      and(inArray(analyses.sessionId, [...sessionIds]), notInArray(analyses.status, [...finalStatuses])),
    );
  return running.map(({ id }) => id);
}

/** Whether an analysis of one of these sessions is under way. */
export async function hasRunningAnalysis(orm: Orm, sessionIds: readonly string[]): Promise<boolean> {
  return (await runningAnalyses(orm, sessionIds)).length > 0;
}
