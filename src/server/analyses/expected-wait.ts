import { desc, eq, sql } from 'drizzle-orm';
import type { Orm } from '#server/platform/database/database.ts';
import { analyses } from '#server/platform/database/tables/work.ts';

/** How many of the last analyses tell how long one takes. */
const recent = 20;
/** Where none has completed yet. */
const firstGuessSeconds = 600;

/** How long one takes, by the last that completed. Those of the sample took no time, and tell nothing. */
async function usualSeconds(tx: Orm): Promise<number> {
  const last = tx
    .select({
      seconds: sql<number>`extract(epoch from ${analyses.finishedAt} - ${analyses.startedAt})`.as('seconds'),
    })
    .from(analyses)
    .where(eq(analyses.status, 'completed'))
    .orderBy(desc(analyses.finishedAt))
    .limit(recent)
    .as('last');
  const [row] = await tx
    .select({ mean: sql<number | null>`avg(seconds)::float8` })
    .from(last)
    .where(sql`seconds > 0`);
  return row?.mean ?? firstGuessSeconds;
}

/**
 * Roughly how many seconds an analysis would wait if it were queued now: those before it, by how many run at once. While any wait, all
 * workers are busy, so those that run are the workers there are.
 */
export async function expectedWait(
  tx: Orm,
  { waiting, running }: { waiting: number; running: number },
): Promise<number> {
  return waiting === 0 ? 0 : (waiting * (await usualSeconds(tx))) / Math.max(1, running);
}
