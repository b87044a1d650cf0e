import { sql } from 'drizzle-orm';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Credits } from './credits.ts';

const BATCH = 500;

/** Adjusts the ledger to the balances, which already exclude expired credits. */
export function createCreditExpiry(deps: {
  database: Database;
  credits: Pick<Credits, 'writeOff'>;
  clock: Clock;
}) {
  const { database, credits, clock } = deps;
  let seen = { at: 0, lotId: 0 };

  async function expiredAfter({ at, lotId }: typeof seen, now: Date) {
    const { rows } = await database.orm.execute<{
      lotId: number;
      userId: string;
      at: number;
      left: number;
    }>(sql`
      select lots.id::float8 as "lotId", lots.user_id as "userId", (extract(epoch from lots.expires_at) * 1000)::float8 as at,
        (lots.delta + (select coalesce(sum(delta), 0) from ledger where lot_id = lots.id))::int as left
      from ledger as lots
      where lots.expires_at <= ${now.toISOString()}::timestamptz
        and (lots.expires_at, lots.id) > (${new Date(at).toISOString()}::timestamptz, ${lotId}::bigint)
      order by lots.expires_at, lots.id limit ${BATCH}`);
    return rows;
  }

  return {
    async run(): Promise<void> {
      const now = clock.now();
      for (;;) {
        const batch = await expiredAfter(seen, now);
        const users = new Set(batch.filter(({ left }) => left > 0).map(({ userId }) => userId));
        for (const userId of users) await database.transaction((tx) => credits.writeOff(tx, userId));
        const last = batch.at(-1);
        if (last !== undefined) seen = last;
        if (batch.length < BATCH) return;
      }
    },
  };
}
