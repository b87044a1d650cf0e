import { and, eq, isNull, sql } from 'drizzle-orm';
import { freeAnalysisMaxSeconds } from '#contract/credits.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import {
  giveBackRefund,
  lockAccount,
  lotsOf,
  settleRefund,
  writeEntry,
  writeOffExpired,
} from './ledger-entries.ts';
import { balanceOf, type Lot, sumOf } from './lots.ts';
import { type LedgerKind, type LedgerUnit, ledger, lotRefunds, reservations } from './tables.ts';

/** Each change runs once per key in the caller's transaction, with the account locked. */
export type Credits = ReturnType<typeof createCredits>;

export function createCredits(deps: { clock: Clock }) {
  const { clock } = deps;

  async function find(tx: Orm, analysisId: string) {
    const [row] = await tx.select().from(reservations).where(eq(reservations.analysisId, analysisId));
    return row;
  }

  async function findLocked(tx: Orm, analysisId: string) {
    const seen = await find(tx, analysisId);
    if (seen === undefined) return undefined;
    await lockAccount(tx, seen.userId);
    return find(tx, analysisId);
  }

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
      now: Date;
    },
  ): Promise<void> {
    let left = spending.amount;
    for (const lot of spending.lots) {
      if (left === 0) break;
      const part = Math.min(left, lot.remaining);
      await writeEntry(tx, {
        userId: spending.userId,
        unit: spending.unit,
        delta: -part,
        kind: 'reserve',
        lotId: lot.id,
        reference: spending.analysisId,
        idempotencyKey: `reserve:${spending.analysisId}:${spending.attempt}:${lot.id}`,
        createdAt: spending.now,
      });
      left -= part;
    }
  }

  return {
    balance: async (orm: Orm, userId: string) => balanceOf(await lotsOf(orm, userId, clock.now())),

    /** Idempotent by `kind` and `key`. @param grant.expiresAt null: never; may be past if an event is late */
    async grant(
      tx: Orm,
      {
        userId,
        unit,
        amount,
        kind = 'grant',
        key,
        reference,
        expiresAt,
      }: {
        userId: string;
        unit: LedgerUnit;
        amount: number;
        kind?: Extract<LedgerKind, 'grant' | 'purchase' | 'subscription' | 'upgrade'>;
        key: string;
        reference?: string;
        expiresAt?: Date | null;
      },
    ): Promise<{ lotId: number }> {
      await lockAccount(tx, userId);
      const now = clock.now();
      const idempotencyKey = `${kind}:${key}`;
      const [made] = await tx
        .insert(ledger)
        .values({
          userId,
          unit,
          delta: amount,
          kind,
          reference: reference ?? null,
          idempotencyKey,
          expiresAt: expiresAt ?? null,
          createdAt: now,
        })
        .onConflictDoNothing()
        .returning({ id: ledger.id });
      await writeOffExpired(tx, userId, now);
      if (made !== undefined) return { lotId: made.id };
      const [known] = await tx
        .select({ id: ledger.id })
        .from(ledger)
        .where(and(eq(ledger.idempotencyKey, idempotencyKey), eq(ledger.userId, userId)));
      if (known === undefined) throw new Error(`${idempotencyKey} has brought credits to another user.`);
      return { lotId: known.id };
    },

    /**
     * A free analysis if possible (D3), else credits (D1). Idempotent; after `release` it reserves again.
     * @param wanted.promised what the user saw: `free` never silently becomes credits
     * @throws Refusal insufficientCredits with details {cost, balance, missing}, quoteChanged
     */
    async reserve(
      tx: Orm,
      {
        userId,
        analysisId,
        costCredits,
        durationSeconds,
        promised,
      }: {
        userId: string;
        analysisId: string;
        costCredits: number;
        durationSeconds: number;
        promised?: 'free' | 'credits';
      },
    ): Promise<{ payment: 'free' | 'credits'; reservedCredits: number }> {
      await lockAccount(tx, userId);
      const earlier = await find(tx, analysisId);
      if (earlier && earlier.state !== 'released')
        return { payment: earlier.payment, reservedCredits: earlier.payment === 'free' ? 0 : earlier.amount };

      const attempt = (earlier?.attempt ?? 0) + 1;
      const now = clock.now();
      const all = await writeOffExpired(tx, userId, now);
      const free = durationSeconds <= freeAnalysisMaxSeconds ? all.filter(isOf('freeAnalyses')) : [];
      const costsNothing = promised === 'credits' && costCredits === 0;
      const payment = free.length > 0 && !costsNothing ? 'free' : 'credits';
      if (promised === 'free' && payment === 'credits') throw new Refusal('quoteChanged');
      const amount = payment === 'free' ? 1 : costCredits;
      const from = payment === 'free' ? free : all.filter(isOf('credits'));
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
        now,
      });
      const held = { userId, payment, amount, attempt, state: 'reserved' } as const;
      await tx
        .insert(reservations)
        .values({ analysisId, ...held })
        .onConflictDoUpdate({ target: reservations.analysisId, set: held });
      return { payment, reservedCredits: payment === 'free' ? 0 : amount };
    },

    async capture(tx: Orm, analysisId: string): Promise<{ chargedCredits: number }> {
      const held = await findLocked(tx, analysisId);
      if (held === undefined || held.state === 'released')
        throw new Error(`Nothing is reserved for analysis ${analysisId}.`);
      if (held.state === 'reserved') {
        const createdAt = clock.now();
        for (const part of await taken(tx, analysisId, held.attempt)) {
          await writeEntry(tx, {
            ...part,
            delta: 0,
            kind: 'capture',
            reference: analysisId,
            idempotencyKey: `capture:${analysisId}:${part.lotId}`,
            createdAt,
          });
        }
        await tx
          .update(reservations)
          .set({ state: 'captured' })
          .where(eq(reservations.analysisId, analysisId));
      }
      return { chargedCredits: held.payment === 'free' ? 0 : held.amount };
    },

    /** Returns credits to their lots, less pending refunds. Does nothing after capture. */
    async release(tx: Orm, analysisId: string): Promise<void> {
      const held = await findLocked(tx, analysisId);
      if (held?.state !== 'reserved') return;
      const now = clock.now();
      const parts = await taken(tx, analysisId, held.attempt);
      for (const part of parts) {
        await writeEntry(tx, {
          ...part,
          delta: -part.delta,
          kind: 'release',
          reference: analysisId,
          idempotencyKey: `release:${analysisId}:${held.attempt}:${part.lotId}`,
          createdAt: now,
        });
      }
      await tx.update(reservations).set({ state: 'released' }).where(eq(reservations.analysisId, analysisId));
      for (const { lotId } of parts) if (lotId !== null) await settleRefund(tx, lotId, now);
      await writeOffExpired(tx, held.userId, now);
    },

    /**
     * Takes what is left of the lot, and later what is released to it. @param refunded.credits the lot's total
     */
    async refund(
      tx: Orm,
      { userId, lotId, credits }: { userId: string; lotId: number; credits: number },
    ): Promise<{ taken: number }> {
      await lockAccount(tx, userId);
      const now = clock.now();
      await writeOffExpired(tx, userId, now);
      const [lot] = await tx
        .select({ id: ledger.id })
        .from(ledger)
        .where(and(eq(ledger.id, lotId), eq(ledger.userId, userId), isNull(ledger.lotId)));
      if (lot === undefined) throw new Error(`User ${userId} has no lot ${lotId}.`);
      if (credits <= 0) return { taken: 0 };
      await tx
        .insert(lotRefunds)
        .values({ lotId, credits })
        .onConflictDoUpdate({
          target: lotRefunds.lotId,
          set: { credits: sql`greatest(${lotRefunds.credits}, excluded.credits)` },
        });
      return { taken: await settleRefund(tx, lotId, now) };
    },

    /** Returns what failed refunds took, except what has expired. @param undone.credits the total now */
    async undoRefund(
      tx: Orm,
      { userId, lotId, credits }: { userId: string; lotId: number; credits: number },
    ): Promise<{ given: number }> {
      await lockAccount(tx, userId);
      const now = clock.now();
      await writeOffExpired(tx, userId, now);
      const isOfLot = eq(lotRefunds.lotId, lotId);
      const [known] = await tx.select({ credits: lotRefunds.credits }).from(lotRefunds).where(isOfLot);
      if (known === undefined || known.credits <= credits) return { given: 0 };
      if (credits > 0) await tx.update(lotRefunds).set({ credits }).where(isOfLot);
      else await tx.delete(lotRefunds).where(isOfLot);
      return { given: await giveBackRefund(tx, lotId, credits, now) };
    },

    async writeOff(tx: Orm, userId: string): Promise<void> {
      await lockAccount(tx, userId);
      await writeOffExpired(tx, userId, clock.now());
    },
  };
}

const isOf =
  (unit: LedgerUnit) =>
  (lot: Lot): boolean =>
    lot.unit === unit;
