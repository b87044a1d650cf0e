import { desc, eq, sql } from 'drizzle-orm';
import type { Orm } from '#server/platform/database/database.ts';
import { analyses } from '#server/platform/database/tables/work.ts';

const recent = 20;
const firstGuessSeconds = 600;

/** Without the sample session's, which took no time. */
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

/** In seconds. While analyses wait, all workers are busy, so running analyses are workers. */
export async function expectedWait(
  tx: Orm,
  { waiting, running }: { waiting: number; running: number },
): Promise<number> {
  return waiting === 0 ? 0 : (waiting * (await usualSeconds(tx))) / Math.max(1, running);
}
