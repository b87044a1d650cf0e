import { type SQL, sql } from 'drizzle-orm';
import type { CreditEvent } from '#contract/billing.ts';
import type { DetailLevel } from '#contract/common.ts';
import type { SubscriptionTier } from '#contract/prices.ts';
import { textLimits } from '#contract/text-limits.ts';
import type { Orm } from '#server/platform/database/database.ts';
import type { Balance } from './lots.ts';
import type { LedgerUnit } from './tables.ts';

/** Sort key; `at` in milliseconds. */
type LinePlace = readonly [at: number, rank: number, number: number];

export interface CreditLine extends Record<string, unknown> {
  at: number;
  rank: number;
  number: number;
  kind: CreditEvent['kind'];
  unit: LedgerUnit;
  delta: number;
  balance: number;
  state: CreditEvent['state'];
  returned: number;
  expiresAt: number | null;
  addedAt: number | null;
  reference: string | null;
  attempts: number | null;
  sessionId: string | null;
  campaignId: string;
  sessionTitle: string;
  detailLevel: DetailLevel;
  cents: number | null;
  refundedCents: number;
  currency: string;
  tier: SubscriptionTier | null;
}

const milliseconds = (column: SQL) => sql`(extract(epoch from ${column}) * 1000)::float8`;

/**
 * One line for each addition, refund, analysis and expired lot, latest first, of the user's latest entries. Balances run back from
 * the present one. Lines never take more from a lot than it had, so none is below 0. @param after the last line of the previous page
 */
export async function selectCreditLines(
  orm: Orm,
  wanted: { userId: string; now: Date; balance: Balance; after: LinePlace | null; limit: number },
): Promise<CreditLine[]> {
  const { userId, balance, after } = wanted;
  const most = sql.raw(`${textLimits.listedCredits.most}`);
  const now = sql`${wanted.now.toISOString()}::timestamptz`;
  const older =
    after === null
      ? sql`true`
      : sql`(${milliseconds(sql`moment`)}, rank, number) < (${after[0]}::float8, ${after[1]}::int, ${after[2]}::bigint)`;
  const { rows } = await orm.execute<CreditLine>(sql`
    with entries as (
      select id, lot_id, unit, delta, kind, reference, expires_at,
        -- The clocks of two servers may differ; what was written later is told as later.
        max(created_at) over (order by id) as moment,
        case when kind in ('reserve', 'release') then split_part(idempotency_key, ':', 3)::int end as attempt
      -- The inner query by the index of the user's entries, however many others have.
      from (select * from (select * from ledger where user_id = ${userId} offset 0) as own order by id desc limit ${most}) as latest
    ),
    beginning as (
      select min(id) as id, min(moment) as moment from entries having count(*) = ${most}
    ),
    lots as (
      select known.lot_id as id, known.unit, known.expires_at,
        coalesce(min(moment) filter (where entries.id = known.lot_id), (select created_at from ledger where ledger.id = known.lot_id)) as added_at,
        coalesce(-sum(delta) filter (where kind = 'expire'), 0)
          + case when known.expires_at <= ${now} then known.remaining else 0 end as expired
      from entries join credit_lots as known on known.lot_id = coalesce(entries.lot_id, entries.id) group by known.lot_id
    ),
    attempts as (
      select *, max(attempt) over (partition by reference) as attempts from entries where attempt is not null
    ),
    lines as (
      select moment, 0 as rank, id as number, coalesce(lot_id, id) as lot, kind, unit, delta::bigint, expires_at,
        null as reference, null::int as attempts, 0::bigint as returned
      from entries where kind in ('grant', 'purchase', 'subscription', 'upgrade', 'refund')
      union all
      select greatest(expires_at, added_at), case when expires_at > added_at then -1 else 1 end, id, id, 'expiry', unit,
        -expired, null, null, null, 0
      from lots where expired > 0 and coalesce(greatest(expires_at, added_at) > (select moment from beginning), true)
      union all
      select min(moment), 0, min(id), null, 'analysis', unit, sum(delta), null, reference, attempts,
        coalesce(sum(delta) filter (where kind = 'release'), 0)
      from attempts where attempt = attempts group by reference, attempts, unit
      having bool_or(kind = 'reserve') and coalesce(min(id) > (select id from beginning), true)
    ),
    page as (
      select * from (
        select *, case unit when 'credits' then ${balance.credits}::bigint else ${balance.freeAnalyses}::bigint end - coalesce(sum(delta)
          over (partition by unit order by moment desc, rank desc, number desc rows between unbounded preceding and 1 preceding), 0) as balance
        from lines
      ) as told
      where ${older} order by moment desc, rank desc, number desc limit ${wanted.limit}
    )
    select ${milliseconds(sql`page.moment`)} as at, page.rank, page.number::float8 as number, page.kind, page.unit,
      page.delta::int as delta, page.balance::int as balance, page.returned::int as returned,
      case when page.returned > 0 then 'returned' when reservations.state = 'reserved' then 'held' else 'final' end as state,
      ${milliseconds(sql`page.expires_at`)} as "expiresAt",
      case when page.kind in ('expiry', 'refund') then ${milliseconds(sql`lots.added_at`)} end as "addedAt",
      page.reference, page.attempts, sessions.id as "sessionId", sessions.campaign_id as "campaignId",
      sessions.title as "sessionTitle", analyses.detail_level as "detailLevel",
      payments.amount_cents as cents, payments.refunded_cents as "refundedCents", payments.currency, payments.tier
    from page
    left join lots on lots.id = page.lot
    left join payments on payments.lot_id = page.lot
    left join reservations on reservations.analysis_id = page.reference::uuid
    -- The credits of written notes are reserved with those of the page that comes first.
    left join lateral (
      select session_id, detail_level from analyses
      where user_id = ${userId} and (id = page.reference::uuid or written_by ->> 'analysisId' = page.reference)
      order by id = page.reference::uuid desc limit 1
    ) as analyses on true
    left join sessions on sessions.id = analyses.session_id
    order by page.moment desc, page.rank desc, page.number desc`);
  return rows;
}
