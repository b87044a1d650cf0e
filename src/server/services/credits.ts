import { and, eq, or, sql } from 'drizzle-orm';
import { freeAnalysisMaxSeconds } from '#contract/credits.ts';
import type { Clock } from '../clock.ts';
import { Refusal } from '../http/refusal.ts';
import type { Orm } from '../store/database.ts';
import {
  creditAccounts,
  type LedgerKind,
  type LedgerUnit,
  ledger,
  reservations,
} from '../store/tables/credits.ts';
import { type Balance, balanceOf, type Lot, lotColumns, lotGroups, readLots, sumOf } from './lots.ts';

/**
 * The ledger of credits and free analyses (design/product.md, Ledger entry). Every change happens inside the caller's
 * transaction, under the lock of the account's row, and once per key.
 */
export interface Credits {
  balance(orm: Orm, userId: string): Promise<Balance>;
  /** Adds a lot. The same `key` again changes nothing. */
  grant(
    tx: Orm,
    grant: {
      userId: string;
      unit: LedgerUnit;
      amount: number;
      kind?: Extract<LedgerKind, 'grant' | 'purchase' | 'subscription' | 'upgrade' | 'refund'>;
      key: string;
      reference?: string;
      expiresAt?: Date | null;
    },
  ): Promise<void>;
  /**
   * Holds what an analysis costs (D1): the free analysis where there is one and the recording is short enough (D3),
   * otherwise credits. Again for the same analysis: the same answer, nothing is held twice; after `release` it is held
   * anew.
   * @param wanted.promised what the user was told: who was told `free` does not pay with credits unasked
   * @throws Refusal insufficientCredits with details {cost, balance, missing}, quoteChanged
   */
  reserve(
    tx: Orm,
    wanted: {
      userId: string;
      analysisId: string;
      costCredits: number;
      durationSeconds: number;
      promised?: 'free' | 'credits';
    },
  ): Promise<{ payment: 'free' | 'credits'; reservedCredits: number }>;
  /** Makes what is held final, on completion. Again: the same answer. */
  capture(tx: Orm, analysisId: string): Promise<{ chargedCredits: number }>;
  /** Gives back what is held. Does nothing when nothing is, or once it is captured. */
  release(tx: Orm, analysisId: string): Promise<void>;
}

export function createCredits(deps: { clock: Clock }): Credits {
  const { clock } = deps;

  async function lockAccount(tx: Orm, userId: string): Promise<void> {
    await tx.insert(creditAccounts).values({ userId }).onConflictDoNothing();
    await tx.select().from(creditAccounts).where(eq(creditAccounts.userId, userId)).for('update');
  }

  async function lots(orm: Orm, userId: string, unit: LedgerUnit): Promise<Lot[]> {
    const rows = await orm
      .select(lotColumns)
      .from(ledger)
      .where(and(eq(ledger.userId, userId), eq(ledger.unit, unit)))
      .groupBy(...lotGroups);
    return readLots(rows, clock.now());
  }

  async function write(
    tx: Orm,
    entry: Pick<
      typeof ledger.$inferInsert,
      'userId' | 'unit' | 'delta' | 'kind' | 'lotId' | 'reference' | 'idempotencyKey'
    >,
  ): Promise<void> {
    await tx.insert(ledger).values({ ...entry, createdAt: clock.now() });
  }

  /** Writes off what has expired, so that the sum of the ledger is the balance. */
  async function writeOffExpired(tx: Orm, userId: string, unit: LedgerUnit): Promise<Lot[]> {
    const all = await lots(tx, userId, unit);
    for (const lot of all.filter((one) => one.isExpired)) {
      const [latest] = await tx
        .select({ id: sql<number>`max(${ledger.id})::int` })
        .from(ledger)
        .where(or(eq(ledger.lotId, lot.id), eq(ledger.id, lot.id)));
      await write(tx, {
        userId,
        unit,
        delta: -lot.remaining,
        kind: 'expire',
        lotId: lot.id,
        reference: null,
        idempotencyKey: `expire:${lot.id}:${latest?.id}`,
      });
    }
    return all.filter((lot) => !lot.isExpired);
  }

  async function find(tx: Orm, analysisId: string) {
    const [row] = await tx.select().from(reservations).where(eq(reservations.analysisId, analysisId));
    return row;
  }

  /** The reservation of an analysis, read under its account's lock. */
  async function findLocked(tx: Orm, analysisId: string) {
    const seen = await find(tx, analysisId);
    if (seen === undefined) return undefined;
    await lockAccount(tx, seen.userId);
    return find(tx, analysisId);
  }

  /** What an analysis took of which lots, in its present attempt. */
  function taken(tx: Orm, analysisId: string, attempt: number) {
    return tx
      .select({ userId: ledger.userId, unit: ledger.unit, lotId: ledger.lotId, delta: ledger.delta })
      .from(ledger)
      .where(
        and(
          eq(ledger.reference, analysisId),
          eq(ledger.kind, 'reserve'),
          sql`starts_with(${ledger.idempotencyKey}, ${`reserve:${analysisId}:${attempt}:`})`,
        ),
      );
  }

  async function spend(
    tx: Orm,
    spending: {
      userId: string;
      analysisId: string;
      attempt: number;
      unit: LedgerUnit;
      amount: number;
      lots: Lot[];
    },
  ): Promise<void> {
    let left = spending.amount;
    for (const lot of spending.lots) {
      if (left === 0) break;
      const part = Math.min(left, lot.remaining);
      await write(tx, {
        userId: spending.userId,
        unit: spending.unit,
        delta: -part,
        kind: 'reserve',
        lotId: lot.id,
        reference: spending.analysisId,
        idempotencyKey: `reserve:${spending.analysisId}:${spending.attempt}:${lot.id}`,
      });
      left -= part;
    }
  }

  return {
    async balance(orm, userId) {
      const rows = await orm
        .select(lotColumns)
        .from(ledger)
        .where(eq(ledger.userId, userId))
        .groupBy(...lotGroups);
      return balanceOf(readLots(rows, clock.now()));
    },

    async grant(tx, { userId, unit, amount, kind = 'grant', key, reference, expiresAt }) {
      await lockAccount(tx, userId);
      await tx
        .insert(ledger)
        .values({
          userId,
          unit,
          delta: amount,
          kind,
          reference: reference ?? null,
          idempotencyKey: `${kind}:${key}`,
          expiresAt: expiresAt ?? null,
          createdAt: clock.now(),
        })
        .onConflictDoNothing();
    },

    async reserve(tx, { userId, analysisId, costCredits, durationSeconds, promised }) {
      await lockAccount(tx, userId);
      const earlier = await find(tx, analysisId);
      if (earlier && earlier.state !== 'released')
        return { payment: earlier.payment, reservedCredits: earlier.payment === 'free' ? 0 : earlier.amount };

      const attempt = (earlier?.attempt ?? 0) + 1;
      const free =
        durationSeconds <= freeAnalysisMaxSeconds ? await writeOffExpired(tx, userId, 'freeAnalyses') : [];
      const payment = free.length > 0 ? 'free' : 'credits';
      if (promised === 'free' && payment === 'credits') throw new Refusal('quoteChanged');
      const amount = payment === 'free' ? 1 : costCredits;
      const from = payment === 'free' ? free : await writeOffExpired(tx, userId, 'credits');
      const balance = sumOf(from);
      if (balance < amount)
        throw new Refusal('insufficientCredits', {
          details: { cost: costCredits, balance, missing: costCredits - balance },
        });
      await spend(tx, {
        userId,
        analysisId,
        attempt,
        unit: payment === 'free' ? 'freeAnalyses' : 'credits',
        amount,
        lots: from,
      });
      const held = { userId, payment, amount, attempt, state: 'reserved' } as const;
      await tx
        .insert(reservations)
        .values({ analysisId, ...held })
        .onConflictDoUpdate({ target: reservations.analysisId, set: held });
      return { payment, reservedCredits: payment === 'free' ? 0 : amount };
    },

    async capture(tx, analysisId) {
      const held = await findLocked(tx, analysisId);
      if (held === undefined || held.state === 'released')
        throw new Error(`Nothing is reserved for analysis ${analysisId}.`);
      if (held.state === 'reserved') {
        for (const part of await taken(tx, analysisId, held.attempt)) {
          await write(tx, {
            ...part,
            delta: 0,
            kind: 'capture',
            reference: analysisId,
            idempotencyKey: `capture:${analysisId}:${part.lotId}`,
          });
        }
        await tx
          .update(reservations)
          .set({ state: 'captured' })
          .where(eq(reservations.analysisId, analysisId));
      }
      return { chargedCredits: held.payment === 'free' ? 0 : held.amount };
    },

    async release(tx, analysisId) {
      const held = await findLocked(tx, analysisId);
      if (held?.state !== 'reserved') return;
      for (const part of await taken(tx, analysisId, held.attempt)) {
        await write(tx, {
          ...part,
          delta: -part.delta,
          kind: 'release',
          reference: analysisId,
          idempotencyKey: `release:${analysisId}:${held.attempt}:${part.lotId}`,
        });
      }
      await tx.update(reservations).set({ state: 'released' }).where(eq(reservations.analysisId, analysisId));
    },
  };
}
