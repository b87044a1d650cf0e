import { and, asc, gt, lte } from 'drizzle-orm';
import type { Shared } from '#server/platform/shared.ts';
import type { Credits } from './credits.ts';
import { creditLots } from './tables.ts';

const BATCH = 500;

/** Adjusts the ledger to the balances, which already exclude expired credits. */
export function createCreditExpiry(
  deps: Pick<Shared, 'database' | 'clock'> & { credits: Pick<Credits, 'writeOff'> },
) {
  const { database, credits, clock } = deps;
  return {
    async run(): Promise<void> {
      const isExpired = and(lte(creditLots.expiresAt, clock.now()), gt(creditLots.remaining, 0));
      for (;;) {
        const lots = await database.orm
          .select({ userId: creditLots.userId })
          .from(creditLots)
          .where(isExpired)
          .orderBy(asc(creditLots.expiresAt))
          .limit(BATCH);
        for (const userId of new Set(lots.map((lot) => lot.userId)))
          await database.transaction((tx) => credits.writeOff(tx, userId));
        if (lots.length < BATCH) return;
      }
    },
  };
}
