import { and, eq, inArray, max, min } from 'drizzle-orm';
import type { Evidence } from '#contract/analysis-result.ts';
import type { Attendance } from '#server/campaigns/attendance.ts';
import { breath } from '#server/platform/breath.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { isCurrentTranscript, segments, transcripts } from '#server/recordings/tables.ts';
import { isDuring, type SourceSession } from './sources.ts';

/** Whether somebody was there when it was said. */
export type Heard = (evidence: Pick<Evidence, 'startMs'>) => boolean;

/**
 * The sessions in which a player was, and which of their scenes: not those that ended before their first word, nor those
 * that began after their last. Who is silent in a scene between them is there.
 */
export async function scenesHeard(
  orm: Orm,
  present: Attendance['present'],
  personId: string,
  sessions: readonly SourceSession[],
): Promise<ReadonlyMap<string, Heard>> {
  const heard = new Map<string, Heard>();
  for (const { id, results } of sessions) {
    const voices = present.get(id)?.get(personId);
    if (voices === undefined) continue;
    const [spoke] = await orm
      .select({ id: transcripts.id, firstMs: min(segments.startMs), lastMs: max(segments.endMs) })
      .from(segments)
      .innerJoin(transcripts, eq(transcripts.id, segments.transcriptId))
      .where(
        and(eq(transcripts.sessionId, id), isCurrentTranscript, inArray(segments.speakerId, [...voices])),
      )
      .groupBy(transcripts.id);
    const page = results.find(({ transcriptId, evening }) => evening !== null && transcriptId === spoke?.id);
    const missed = (page?.evening?.chapters ?? []).filter(
      ({ startMs, endMs }) => endMs < (spoke?.firstMs ?? 0) || startMs > (spoke?.lastMs ?? startMs),
    );
    heard.set(id, ({ startMs }) => !isDuring(missed, startMs));
    await breath();
  }
  return heard;
}
