import { and, eq, inArray, isNotNull, notInArray } from 'drizzle-orm';
import { analyses, finalStatuses } from '#server/analyses/tables.ts';
import { voiceErasures } from '#server/erasure/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';

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

/** What reads its lines, or changes them, would bring back what is being erased. @throws Refusal analysisRunning */
export async function refuseWhileErasing(orm: Orm, sessionId: string): Promise<void> {
  const [row] = await orm
    .select({ id: voiceErasures.id })
    .from(voiceErasures)
    .where(and(eq(voiceErasures.sessionId, sessionId), isNotNull(voiceErasures.working)))
    .limit(1);
  if (row !== undefined)
    throw new Refusal('analysisRunning', {
      message: 'A voice is being erased from this session. Try again in a minute.',
    });
}
