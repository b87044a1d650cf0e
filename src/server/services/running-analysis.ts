import { and, inArray, notInArray } from 'drizzle-orm';
import { finalStatuses } from '../store/analysis-rows.ts';
import type { Orm } from '../store/database.ts';
import { analyses } from '../store/tables/work.ts';

/** Whether an analysis of one of these sessions is under way. */
export async function hasRunningAnalysis(orm: Orm, sessionIds: readonly string[]): Promise<boolean> {
  if (sessionIds.length === 0) return false;
  const running = await orm
    .select({ id: analyses.id })
    .from(analyses)
    .where(and(inArray(analyses.sessionId, [...sessionIds]), notInArray(analyses.status, [...finalStatuses])))
    .limit(1);
  return running.length > 0;
}
