import { and, inArray, notInArray } from 'drizzle-orm';
import { analyses, finalStatuses } from '#server/analyses/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';

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

export async function hasRunningAnalysis(orm: Orm, sessionIds: readonly string[]): Promise<boolean> {
  return (await runningAnalyses(orm, sessionIds)).length > 0;
}
