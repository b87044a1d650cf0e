import { and, eq, isNull } from 'drizzle-orm';
import type { Introduction, Mark } from '#contract/sessions.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import type { Database } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { audioAssets } from './tables.ts';

/** Replaces those of the session's recording. @throws Refusal notFound, also without a recording */
export async function replaceMarks(
  database: Database,
  {
    userId,
    sessionId,
    marks,
    introductions,
  }: {
    userId: string;
    sessionId: string;
    marks: readonly Mark[];
    /** Undefined: they stay. */
    introductions?: readonly Introduction[] | undefined;
  },
): Promise<Mark[]> {
  const ordered = [...new Map(marks.map((mark) => [mark.atMs, mark])).values()].sort(
    (one, other) => one.atMs - other.atMs,
  );
  return database.transaction(async (tx) => {
    await ownSession(tx, userId, sessionId, { forUpdate: true });
    const changed = await tx
      .update(audioAssets)
      .set({ marks: ordered, ...(introductions === undefined ? {} : { introductions: [...introductions] }) })
      .where(and(eq(audioAssets.sessionId, sessionId), isNull(audioAssets.replacedAt)))
      .returning({ id: audioAssets.id });
    if (changed.length === 0) throw new Refusal('notFound');
    return ordered;
  });
}
