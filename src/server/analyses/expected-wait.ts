import { desc, eq, sql } from 'drizzle-orm';
import type { Orm } from '#server/platform/database/database.ts';
import { analyses } from '#server/platform/database/tables/work.ts';

/** The estimate is the mean of this many recent analyses. */
const recent = 20;
/** Used until the first analysis has completed. */
const firstGuessSeconds = 600;

/** How long recent analyses took. Those of the sample session took no time, and do not count. */
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
 * Estimates how many seconds an analysis would wait if it were queued now. While analyses wait, all workers are busy, so the
 * number of running analyses is the number of workers.
 */
export async function expectedWait(
  tx: Orm,
  { waiting, running }: { waiting: number; running: number },
): Promise<number> {
  return waiting === 0 ? 0 : (waiting * (await usualSeconds(tx))) / Math.max(1, running);
}
