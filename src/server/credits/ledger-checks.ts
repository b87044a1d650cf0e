import { sql } from 'drizzle-orm';
import type { Orm } from '#server/platform/database/database.ts';

export const ledgerChecks = ['lot', 'analysis', 'remaining'] as const;

/** More taken from a lot than it had, a reservation that differs from its entries, or what is kept as left of a lot. */
interface LedgerFault {
  check: (typeof ledgerChecks)[number];
  userId: string;
  /** The lot or the analysis. */
  subject: string;
  found: number;
  expected: number;
}

export async function findLedgerFaults(orm: Orm): Promise<LedgerFault[]> {
  const { rows } = await orm.execute<Record<string, unknown>>(sql`
    with lots as (
      select user_id, coalesce(lot_id, id) as lot, sum(delta)::int as remaining from ledger
      group by user_id, unit, coalesce(lot_id, id)
    ), held as (
      select r.analysis_id, r.user_id, r.amount, coalesce(-sum(l.delta), 0)::int as taken
      from reservations r left join ledger l on l.reference = r.analysis_id::text
        and l.kind = 'reserve' and starts_with(l.idempotency_key, 'reserve:' || r.analysis_id || ':' || r.attempt || ':')
      where r.state in ('reserved', 'captured') group by r.analysis_id, r.user_id, r.amount
    )
    select 'lot' as kind, user_id, lot::text as subject, remaining as one, 0 as other from lots where remaining < 0
    union all
    select 'analysis', user_id, analysis_id::text, taken, amount from held where taken <> amount
    union all
    select 'remaining', lots.user_id, lot::text, credit_lots.remaining, lots.remaining
      from lots left join credit_lots on lot_id = lot where credit_lots.remaining is distinct from lots.remaining`);
  return rows.map((row) => ({
    check: ledgerChecks.find((check) => check === row.kind) ?? 'lot',
    userId: String(row.user_id),
    subject: String(row.subject),
    found: Number(row.one),
    expected: Number(row.other),
  }));
}
