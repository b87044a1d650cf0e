import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { type Erased, resultWithout } from '#server/campaigns/erase-from-texts.ts';
import type { RoomTexts } from '#server/campaigns/room-texts.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { analyses, analysisCheckpoints } from './tables.ts';

export const analysesTexts: RoomTexts = {
  room: 'analyses',

  async erase(tx, { session, sessionIds, fromResult }) {
    for (const id of sessionIds)
      await eraseFromResults(tx, id, (transcriptId) => fromResult(id, transcriptId));
    const own = tx.select({ id: analyses.id }).from(analyses).where(eq(analyses.sessionId, session.id));
    await tx.delete(analysisCheckpoints).where(inArray(analysisCheckpoints.analysisId, own));
  },
};

async function eraseFromResults(
  tx: Orm,
  sessionId: string,
  erasedIn: (transcriptId: string | null) => Erased,
): Promise<void> {
  const rows = await tx
    .select({ id: analyses.id, result: analyses.result, transcriptId: analyses.transcriptId })
    .from(analyses)
    .where(and(eq(analyses.sessionId, sessionId), isNotNull(analyses.result)));
  for (const { id, result, transcriptId } of rows) {
    if (result === null) continue;
    const without = resultWithout(result, erasedIn(transcriptId));
    if (!isDeepStrictEqual(without, result))
      await tx.update(analyses).set({ result: without }).where(eq(analyses.id, id));
  }
}
