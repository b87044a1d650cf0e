import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull } from 'drizzle-orm';
import type { Introduction, Mark } from '#contract/sessions.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import type { Database } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { audioAssets } from './tables.ts';

/** Replaces those of the session's recording. @throws Refusal notFound, also without a recording; staleRevision */
export async function replaceMarks(
  database: Database,
  {
    userId,
    sessionId,
    marks,
    read,
    introductions,
  }: {
    userId: string;
    sessionId: string;
    marks: readonly Mark[];
    /** The marks that are replaced; undefined: any. */
    read?: readonly Mark[] | undefined;
    /** Undefined: they stay. */
    introductions?: readonly Introduction[] | undefined;
  },
): Promise<Mark[]> {
  const ordered = [...new Map(marks.map((mark) => [mark.atMs, mark])).values()].sort(
    (one, other) => one.atMs - other.atMs,
  );
  return database.transaction(async (tx) => {
    await ownSession(tx, userId, sessionId, { forUpdate: true });
    const isOfSession = and(eq(audioAssets.sessionId, sessionId), isNull(audioAssets.replacedAt));
    const [present] = await tx.select({ marks: audioAssets.marks }).from(audioAssets).where(isOfSession);
    if (present === undefined) throw new Refusal('notFound');
    if (read !== undefined && !isDeepStrictEqual(present.marks, read)) throw new Refusal('staleRevision');
    await tx
      .update(audioAssets)
      .set({ marks: ordered, ...(introductions === undefined ? {} : { introductions: [...introductions] }) })
      .where(isOfSession);
    return ordered;
  });
}
