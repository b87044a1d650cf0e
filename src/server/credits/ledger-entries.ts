import { eq, or, sql } from 'drizzle-orm';
import type { Orm } from '#server/platform/database/database.ts';
import { type Lot, lotColumns, ofUser, readLots } from './lots.ts';
import { creditAccounts, creditLots, ledger, lotRefunds } from './tables.ts';

/** Locks the user's credit account, creating it if needed. Take this lock first. */
export async function lockAccount(tx: Orm, userId: string): Promise<void> {
  const lock = () => tx.select().from(creditAccounts).where(eq(creditAccounts.userId, userId)).for('update');
  if ((await lock()).length > 0) return;
  await tx.insert(creditAccounts).values({ userId }).onConflictDoNothing();
  await lock();
}

export async function lotsOf(orm: Orm, userId: string, now: Date): Promise<Lot[]> {
  return readLots(await orm.select(lotColumns).from(creditLots).where(ofUser(userId)), now);
}

export async function writeEntry(
  tx: Orm,
  entry: Pick<
    typeof ledger.$inferInsert,
    'userId' | 'unit' | 'delta' | 'kind' | 'lotId' | 'reference' | 'idempotencyKey' | 'createdAt'
  >,
): Promise<void> {
  await tx.insert(ledger).values(entry);
}

const refundedOfLot = sql<number>`coalesce(-sum(${ledger.delta}) filter (where ${ledger.kind} = 'refund'), 0)::int`;
const latestOfLot = sql<number | string>`max(${ledger.id})`;
const ofLot = (lotId: number) => or(eq(ledger.lotId, lotId), eq(ledger.id, lotId));

/** Returns the spendable lots, soonest to expire first. */
export async function writeOffExpired(tx: Orm, userId: string, now: Date): Promise<Lot[]> {
  const all = await lotsOf(tx, userId, now);
  for (const lot of all.filter((one) => one.isExpired)) {
    const [latest] = await tx.select({ id: latestOfLot }).from(ledger).where(ofLot(lot.id));
    await writeEntry(tx, {
      userId,
      unit: lot.unit,
      delta: -lot.remaining,
      kind: 'expire',
      lotId: lot.id,
      reference: null,
      idempotencyKey: `expire:${lot.id}:${latest?.id}`,
      createdAt: now,
    });
  }
  return all.filter((lot) => !lot.isExpired);
}

/** As far as credits are left. Returns the amount. */
export async function settleRefund(tx: Orm, lotId: number, now: Date): Promise<number> {
  const [lot] = await tx
    .select({
      userId: ledger.userId,
      unit: ledger.unit,
      wanted: lotRefunds.credits,
      left: sql<number>`sum(${ledger.delta})::int`,
      refunded: refundedOfLot,
      latest: latestOfLot,
    })
    .from(lotRefunds)
    .innerJoin(ledger, ofLot(lotId))
    .where(eq(lotRefunds.lotId, lotId))
    .groupBy(ledger.userId, ledger.unit, lotRefunds.credits);
  if (lot === undefined) return 0;
  const taken = Math.min(lot.wanted - lot.refunded, lot.left);
  if (taken <= 0) return 0;
  await writeEntry(tx, {
    userId: lot.userId,
    unit: lot.unit,
    delta: -taken,
    kind: 'refund',
    lotId,
    reference: null,
    idempotencyKey: `refund:${lotId}:${lot.latest}`,
    createdAt: now,
  });
  return taken;
}

/** What refunds took beyond their total, unless expired. Returns the amount. */
export async function giveBackRefund(tx: Orm, lotId: number, wanted: number, now: Date): Promise<number> {
  const [lot] = await tx
    .select({
      userId: ledger.userId,
      unit: ledger.unit,
      expiresAt: sql<Date | null>`max(${ledger.expiresAt})`.mapWith(ledger.expiresAt),
      refunded: refundedOfLot,
      latest: latestOfLot,
    })
    .from(ledger)
    .where(ofLot(lotId))
    .groupBy(ledger.userId, ledger.unit);
  if (lot === undefined || (lot.expiresAt !== null && lot.expiresAt <= now)) return 0;
  const given = lot.refunded - wanted;
  if (given <= 0) return 0;
  await writeEntry(tx, {
    userId: lot.userId,
    unit: lot.unit,
    delta: given,
    kind: 'refund',
    lotId,
    reference: null,
    idempotencyKey: `refund:${lotId}:${lot.latest}`,
    createdAt: now,
  });
  return given;
}
