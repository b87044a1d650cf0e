import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { CreditEvent } from '#contract/billing.ts';
import { readCursor, splitPage, writeCursor } from '#server/http/cursor.ts';
import type { Shared } from '#server/platform/shared.ts';
import { type CreditLine, selectCreditLines } from './credit-lines.ts';
import { lotsOf } from './ledger-entries.ts';
import { balanceOf, expirationsOf } from './lots.ts';

export type CreditHistory = ReturnType<typeof createCreditHistory>;

const Place = z.tuple([z.int(), z.int(), z.int()]);

export function createCreditHistory(deps: Pick<Shared, 'database' | 'clock'>) {
  return {
    async list(
      userId: string,
      { cursor, limit }: { cursor?: string | undefined; limit: number },
    ): Promise<{
      credits: number;
      freeAnalyses: number;
      expiring: { expirationDate: string; amount: number }[];
      events: CreditEvent[];
      nextCursor: string | null;
    }> {
      const after = readCursor(cursor, Place);
      return deps.database.transaction(async (tx) => {
        await tx.execute(sql`set transaction isolation level repeatable read, read only`);
        const now = deps.clock.now();
        const lots = await lotsOf(tx, userId, now);
        const balance = balanceOf(lots);
        const lines = await selectCreditLines(tx, { userId, now, balance, after, limit: limit + 1 });
        const { page, last } = splitPage(lines, limit);
        return {
          ...balance,
          expiring: expirationsOf(lots),
          events: page.map(view),
          nextCursor: last && writeCursor([last.at, last.rank, last.number]),
        };
      });
    },
  };
}

const moment = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString();

function view(line: CreditLine): CreditEvent {
  const { kind, reference, sessionId, cents } = line;
  return {
    id: kind === 'analysis' ? `${kind}:${reference}` : `${kind}:${line.number}`,
    at: new Date(line.at).toISOString(),
    kind,
    unit: line.unit,
    delta: line.delta,
    state: line.state,
    returned: line.returned,
    balance: line.balance,
    expiresAt: moment(line.expiresAt),
    addedAt: moment(line.addedAt),
    analysis:
      reference === null || sessionId === null
        ? null
        : {
            analysisId: reference,
            campaignId: line.campaignId,
            sessionId,
            sessionTitle: line.sessionTitle,
            detailLevel: line.detailLevel,
            attempts: line.attempts ?? 1,
          },
    payment:
      cents === null
        ? null
        : { cents, refundedCents: line.refundedCents, currency: line.currency, tier: line.tier },
  };
}
