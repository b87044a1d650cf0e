import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/accounts/tables.ts';
import { type Credits, createCredits } from '#server/credits/credits.ts';
import { findLedgerFaults } from '#server/credits/ledger-checks.ts';
import { lotsOf } from '#server/credits/ledger-entries.ts';
import { nextExpirationOf } from '#server/credits/lots.ts';
import { creditLots, ledger } from '#server/credits/tables.ts';
import type { Database } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { openEmbeddedTestDatabase } from '#tests/support/database.ts';
import { type ManualClock, manualClock } from '#tests/support/server.ts';
import { spendAtOnce } from '#tests/support/spend-at-once.ts';

const hour = 3600;
const day = 24 * hour * 1000;

describe('credits', () => {
  let database: Database;
  let clock: ManualClock;
  let credits: Credits;
  beforeAll(async () => {
    database = await openEmbeddedTestDatabase();
    clock = manualClock(new Date('2026-03-01T12:00:00.000Z'));
    credits = createCredits({ clock });
  });
  afterAll(() => database.close());

  async function someone(given: { credits?: number; freeAnalyses?: number } = {}): Promise<string> {
    const userId = newId();
    await database.transaction(async (tx) => {
      await tx
        .insert(users)
        .values({ id: userId, email: userId, emailVerified: false, createdAt: clock.now() });
      for (const unit of ['credits', 'freeAnalyses'] as const)
        await grant(userId, given[unit] ?? 0, { unit }, tx);
    });
    return userId;
  }
  async function grant(
    userId: string,
    amount: number,
    more: { unit?: 'credits' | 'freeAnalyses'; expiresAt?: Date; key?: string } = {},
    tx = database.orm,
  ): Promise<void> {
    if (amount > 0) await credits.grant(tx, { userId, unit: 'credits', amount, key: newId(), ...more });
  }
  const reserve = (userId: string, analysisId: string, costCredits: number, durationSeconds = hour) =>
    database.transaction((tx) => credits.reserve(tx, { userId, analysisId, costCredits, durationSeconds }));
  const capture = (analysisId: string) => database.transaction((tx) => credits.capture(tx, analysisId));
  const release = (analysisId: string) => database.transaction((tx) => credits.release(tx, analysisId));
  const balance = (userId: string) => credits.balance(database.orm, userId);
  const entries = (userId: string) =>
    database.orm.select().from(ledger).where(eq(ledger.userId, userId)).orderBy(ledger.id);

  const nextExpiration = async (userId: string) =>
    nextExpirationOf(await lotsOf(database.orm, userId, clock.now()));

  it('[D1] reserves at the start and captures on completion', async () => {
    const userId = await someone({ credits: 300 });
    const analysisId = newId();
    expect(await reserve(userId, analysisId, 207)).toEqual({ payment: 'credits', reservedCredits: 207 });
    expect(await balance(userId)).toEqual({ credits: 93, freeAnalyses: 0 });
    expect(await capture(analysisId)).toEqual({ chargedCredits: 207 });
    expect(await balance(userId)).toEqual({ credits: 93, freeAnalyses: 0 });
    expect((await entries(userId)).map(({ kind, delta }) => [kind, delta])).toEqual([
      ['grant', 300],
      ['reserve', -207],
      ['capture', 0],
    ]);
  });

  it('[D1] releases on failure, and a retry reserves again', async () => {
    const userId = await someone({ credits: 100 });
    const analysisId = newId();
    await reserve(userId, analysisId, 60);
    await release(analysisId);
    expect(await balance(userId)).toEqual({ credits: 100, freeAnalyses: 0 });
    await reserve(userId, analysisId, 60);
    expect(await balance(userId)).toEqual({ credits: 40, freeAnalyses: 0 });
    expect(await capture(analysisId)).toEqual({ chargedCredits: 60 });
  });

  it('does each step once, however often it is requested', async () => {
    const userId = await someone({ credits: 100 });
    const analysisId = newId();
    const key = newId();
    await grant(userId, 5, { key });
    await grant(userId, 5, { key });
    await reserve(userId, analysisId, 60);
    await reserve(userId, analysisId, 60);
    expect(await balance(userId)).toEqual({ credits: 45, freeAnalyses: 0 });
    await capture(analysisId);
    expect(await capture(analysisId)).toEqual({ chargedCredits: 60 });
    await release(analysisId);
    expect(await balance(userId)).toEqual({ credits: 45, freeAnalyses: 0 });
    expect(await reserve(userId, analysisId, 60)).toEqual({ payment: 'credits', reservedCredits: 60 });
    expect(await entries(userId)).toHaveLength(4);
  });

  it('[D3] uses the free analysis for up to 6 hours, and returns it on release', async () => {
    const userId = await someone({ credits: 1000, freeAnalyses: 1 });
    const [long, first, second] = [newId(), newId(), newId()];
    expect(await reserve(userId, long, 601, 6 * hour + 1)).toEqual({
      payment: 'credits',
      reservedCredits: 601,
    });
    expect(await reserve(userId, first, 600, 6 * hour)).toEqual({ payment: 'free', reservedCredits: 0 });
    expect(await balance(userId)).toEqual({ credits: 399, freeAnalyses: 0 });
    expect(await reserve(userId, second, 60)).toEqual({ payment: 'credits', reservedCredits: 60 });
    await release(first);
    expect(await balance(userId)).toEqual({ credits: 339, freeAnalyses: 1 });
    await reserve(userId, first, 600, 6 * hour);
    expect(await capture(first)).toEqual({ chargedCredits: 0 });
    expect(await balance(userId)).toEqual({ credits: 339, freeAnalyses: 0 });
  });

  it('rejects what the balance does not cover, with cost, balance and the missing credits, and takes nothing', async () => {
    const userId = await someone({ credits: 50 });
    const refusal = await reserve(userId, newId(), 207).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({
      code: 'insufficientCredits',
      details: { cost: 207, balance: 50, missing: 157 },
    });
    expect(await balance(userId)).toEqual({ credits: 50, freeAnalyses: 0 });
  });

  it('[R9.6] spends credits that expire first before others, and no expired ones', async () => {
    const userId = await someone({ credits: 100 });
    await grant(userId, 30, { expiresAt: new Date(clock.now().getTime() + 2 * day) });
    await grant(userId, 20, { expiresAt: new Date(clock.now().getTime() + day) });
    expect(await nextExpiration(userId)).toMatchObject({ expiringAmount: 20 });
    const analysisId = newId();
    await reserve(userId, analysisId, 25);
    expect(await nextExpiration(userId)).toMatchObject({ expiringAmount: 25 });
    clock.advance(2 * day);
    expect(await balance(userId)).toEqual({ credits: 100, freeAnalyses: 0 });
    await release(analysisId);
    expect(await balance(userId)).toEqual({ credits: 100, freeAnalyses: 0 });
    await reserve(userId, newId(), 100);
    const written = await entries(userId);
    expect(written.reduce((total, { delta }) => total + delta, 0)).toBe(0);
    expect(written.filter(({ kind }) => kind === 'expire').map(({ delta }) => delta)).toEqual([-20, -30]);
  });

  it('[R9.6] spends credits that never expire last, the oldest first', async () => {
    const userId = await someone();
    const lots: number[] = [];
    for (const expiresAt of [null, new Date(clock.now().getTime() + day), null])
      lots.push(
        (await credits.grant(database.orm, { userId, unit: 'credits', amount: 100, key: newId(), expiresAt }))
          .lotId,
      );
    const analysisId = newId();
    await reserve(userId, analysisId, 150);
    const parts = (await entries(userId)).filter(({ kind }) => kind === 'reserve');
    expect(parts.map(({ lotId, delta }) => [lotId, delta])).toEqual([
      [lots[1], -100],
      [lots[0], -50],
    ]);
  });

  it('keeps the ledger append-only for every caller', async () => {
    const userId = await someone({ credits: 10 });
    for (const statement of [
      sql`update ledger set delta = 1000 where user_id = ${userId}`,
      sql`delete from ledger where user_id = ${userId}`,
      sql`truncate ledger cascade`,
    ]) {
      await expect(database.orm.execute(statement)).rejects.toThrow();
    }
    expect(await balance(userId)).toEqual({ credits: 10, freeAnalyses: 0 });
  });

  it('returns the lot of a grant, even a repeated one; rejects another user’s key', async () => {
    const [userId, other] = [await someone(), await someone()];
    const lot = { unit: 'credits', amount: 750, kind: 'subscription', key: newId() } as const;
    const { lotId } = await credits.grant(database.orm, { userId, ...lot });
    expect(await credits.grant(database.orm, { userId, ...lot, amount: 1 })).toEqual({ lotId });
    expect((await entries(userId)).map(({ id, delta }) => [id, delta])).toEqual([[lotId, 750]]);
    const upgrade = await credits.grant(database.orm, { userId, ...lot, kind: 'upgrade' });
    expect(upgrade.lotId).not.toBe(lotId);
    await expect(credits.grant(database.orm, { userId: other, ...lot })).rejects.toThrow('another user');
    expect(await balance(other)).toEqual({ credits: 0, freeAnalyses: 0 });
  });

  it('a refund takes what is left of its own lot, later what is released to it, never more and nothing twice', async () => {
    const userId = await someone();
    const { lotId } = await credits.grant(database.orm, {
      userId,
      unit: 'credits',
      amount: 500,
      key: newId(),
    });
    await grant(userId, 100);
    const [used, held] = [newId(), newId()];
    await reserve(userId, used, 100);
    await capture(used);
    await reserve(userId, held, 300);
    const refund = (all: number) =>
      database.transaction((tx) => credits.refund(tx, { userId, lotId, credits: all }));
    expect(await refund(0)).toEqual({ taken: 0 });
    expect(await refund(50)).toEqual({ taken: 50 });
    expect(await refund(50)).toEqual({ taken: 0 });
    expect(await refund(9999)).toEqual({ taken: 50 });
    expect(await balance(userId)).toEqual({ credits: 100, freeAnalyses: 0 });
    await release(held);
    await release(held);
    expect(await balance(userId)).toEqual({ credits: 100, freeAnalyses: 0 });
    expect(await refund(10)).toEqual({ taken: 0 });
    expect((await entries(userId)).filter(({ kind }) => kind === 'refund').map(({ delta }) => delta)).toEqual(
      [-50, -50, -300],
    );
    await expect(
      credits.refund(database.orm, { userId, lotId: lotId + 1_000_000, credits: 1 }),
    ).rejects.toThrow('has no lot');
  });

  it('[R3.3] sums credits that expire together next, without expired ones and those that never expire', async () => {
    const userId = await someone({ credits: 100 });
    const [soon, later] = [1, 2].map((days) => new Date(clock.now().getTime() + days * day));
    for (const expiresAt of [later!, soon!, soon!]) await grant(userId, 30, { expiresAt });
    expect(await nextExpiration(userId)).toEqual({ expirationDate: soon?.toISOString(), expiringAmount: 60 });
    clock.advance(day - 1);
    expect(await nextExpiration(userId)).toMatchObject({ expiringAmount: 60 });
    clock.advance(1);
    expect(await nextExpiration(userId)).toEqual({
      expirationDate: later?.toISOString(),
      expiringAmount: 30,
    });
    clock.advance(day);
    expect(await nextExpiration(userId)).toBeNull();
    expect(await balance(userId)).toEqual({ credits: 100, freeAnalyses: 0 });
  });

  it('[D1] of 100 simultaneous spends of 7 credits, exactly the 62 that are covered succeed', async () => {
    const done = await spendAtOnce([database], { lots: [337, 33, 67], cost: 7, count: 100 });
    expect(done).toMatchObject({ succeeded: 62, refused: 38, balance: 3 });
    const left = (await entries(done.userId)).reduce((sum, { delta }) => sum + delta, 0);
    expect(left).toBe(3);
    expect(await findLedgerFaults(database.orm)).toEqual([]);
  });

  it('[D1] reads a balance without the ledger, however long that is, and without lots that are used up', async () => {
    const userId = await someone({ credits: 300 });
    await reserve(userId, newId(), 207);
    const undone = database.transaction(async (tx) => {
      await tx.execute(sql`alter table ledger rename to ledger_not_read`);
      expect(await credits.balance(tx, userId)).toEqual({ credits: 93, freeAnalyses: 0 });
      throw new Error('Undone');
    });
    await expect(undone).rejects.toThrow('Undone');
    await reserve(userId, newId(), 93);
    expect(await lotsOf(database.orm, userId, clock.now())).toEqual([]);
  });

  it('[D1] finds a balance that differs from the ledger', async () => {
    const userId = await someone({ credits: 300 });
    expect(await findLedgerFaults(database.orm)).toEqual([]);
    await database.orm.update(creditLots).set({ remaining: 301 }).where(eq(creditLots.userId, userId));
    const [fault] = await findLedgerFaults(database.orm);
    expect(fault).toMatchObject({ check: 'remaining', userId, found: 301, expected: 300 });
    await database.orm.update(creditLots).set({ remaining: 300 }).where(eq(creditLots.userId, userId));
  });
});
