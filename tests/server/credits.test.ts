import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '#server/http/refusal.ts';
import { type Credits, createCredits } from '#server/services/credits.ts';
import { lotColumns, lotGroups, nextExpirationOf, readLots } from '#server/services/lots.ts';
import type { Database } from '#server/store/database.ts';
import { newId } from '#server/store/ids.ts';
import { users } from '#server/store/tables/core.ts';
import { ledger } from '#server/store/tables/credits.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { type ManualClock, manualClock } from '#tests/support/server.ts';

const hour = 3600;
const day = 24 * hour * 1000;

describe('credits', () => {
  let database: Database;
  let clock: ManualClock;
  let credits: Credits;
  beforeAll(async () => {
    database = await openTestDatabase();
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
    nextExpirationOf(
      readLots(
        await database.orm
          .select(lotColumns)
          .from(ledger)
          .where(eq(ledger.userId, userId))
          .groupBy(...lotGroups),
        clock.now(),
      ),
    );

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

  it('[D1] releases on failure, and a retry reserves anew', async () => {
    const userId = await someone({ credits: 100 });
    const analysisId = newId();
    await reserve(userId, analysisId, 60);
    await release(analysisId);
    expect(await balance(userId)).toEqual({ credits: 100, freeAnalyses: 0 });
    await reserve(userId, analysisId, 60);
    expect(await balance(userId)).toEqual({ credits: 40, freeAnalyses: 0 });
    expect(await capture(analysisId)).toEqual({ chargedCredits: 60 });
  });

  it('does each step once, however often it is asked for', async () => {
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

  it('[D3] the free analysis covers one of up to 6 hours, and comes back with a release', async () => {
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

  it('refuses what is not covered, telling cost, balance and what is missing, and takes nothing', async () => {
    const userId = await someone({ credits: 50 });
    const refusal = await reserve(userId, newId(), 207).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({
      code: 'insufficientCredits',
      details: { cost: 207, balance: 50, missing: 157 },
    });
    expect(await balance(userId)).toEqual({ credits: 50, freeAnalyses: 0 });
  });

  it('spends the soonest to expire first, and what has expired is gone', async () => {
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

  it('keeps the ledger append-only, whoever asks', async () => {
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

  it('holds any sequence of steps against a model: never negative, nothing twice', async () => {
    const step = fc.oneof(
      {
        weight: 2,
        arbitrary: fc.record({
          do: fc.constant('grant' as const),
          amount: fc.integer({ min: 1, max: 200 }),
          days: fc.option(fc.integer({ min: 1, max: 5 })),
        }),
      },
      {
        weight: 4,
        arbitrary: fc.record({
          do: fc.constant('reserve' as const),
          analysis: fc.nat(3),
          cost: fc.nat(250),
          hours: fc.integer({ min: 1, max: 8 }),
        }),
      },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('capture' as const), analysis: fc.nat(3) }) },
      { weight: 3, arbitrary: fc.record({ do: fc.constant('release' as const), analysis: fc.nat(3) }) },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 3 }) }),
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), fc.nat(2), async (steps, free) => {
        const userId = await someone({ freeAnalyses: free });
        const analyses = Array.from({ length: 4 }, () => newId());
        const model = createModel(free);
        for (const one of steps) {
          if (one.do === 'wait') clock.advance(one.days * day);
          const now = clock.now().getTime();
          if (one.do === 'grant') {
            const expiresAt = one.days === null ? undefined : new Date(now + one.days * day);
            await grant(userId, one.amount, expiresAt ? { expiresAt } : {});
            model.grant(one.amount, expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
          }
          if (one.do === 'reserve') {
            const result = await reserve(userId, analyses[one.analysis]!, one.cost, one.hours * hour).catch(
              (error) => {
                if (error instanceof Refusal) return error.code;
                throw error;
              },
            );
            expect(result).toEqual(model.reserve(one.analysis, one.cost, one.hours, now));
          }
          if (one.do === 'capture') {
            const result = await capture(analyses[one.analysis]!).catch(() => 'nothing');
            expect(result).toEqual(model.capture(one.analysis));
          }
          if (one.do === 'release') {
            await release(analyses[one.analysis]!);
            model.release(one.analysis);
          }
          expect(await balance(userId)).toEqual(model.balance(now));
        }
        const { rows } = await database.orm.execute(
          sql`select min(left_over)::int as least from (select sum(delta) as left_over from ledger where user_id = ${userId} group by coalesce(lot_id, id)) as lots`,
        );
        expect(Number(rows[0]?.least ?? 0)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 100 },
    );
  });
});

/** What credits mean, in the plainest words. */
function createModel(freeAnalyses: number) {
  interface Held {
    state: 'reserved' | 'captured' | 'released';
    payment: 'free' | 'credits';
    cost: number;
    parts: { lot: { left: number; ends: number }; amount: number }[];
  }
  const lots: { left: number; ends: number }[] = [];
  const held = new Map<number, Held>();
  let free = freeAnalyses;
  const credits = (now: number) => lots.reduce((sum, lot) => (lot.ends > now ? sum + lot.left : sum), 0);
  const answer = ({ payment, cost }: Held) => ({ payment, reservedCredits: payment === 'free' ? 0 : cost });
  return {
    balance: (now: number) => ({ credits: credits(now), freeAnalyses: free }),
    grant(amount: number, ends: number) {
      lots.push({ left: amount, ends });
    },
    reserve(analysis: number, cost: number, hours: number, now: number) {
      const earlier = held.get(analysis);
      if (earlier && earlier.state !== 'released') return answer(earlier);
      const made: Held = { state: 'reserved', payment: 'credits', cost, parts: [] };
      if (free > 0 && hours <= 6) {
        free -= 1;
        made.payment = 'free';
      } else {
        if (credits(now) < cost) return 'insufficientCredits';
        let missing = cost;
        for (const lot of lots.filter(({ ends }) => ends > now).sort((a, b) => a.ends - b.ends)) {
          const amount = Math.min(missing, lot.left);
          lot.left -= amount;
          missing -= amount;
          made.parts.push({ lot, amount });
        }
      }
      held.set(analysis, made);
      return answer(made);
    },
    capture(analysis: number) {
      const one = held.get(analysis);
      if (one === undefined || one.state === 'released') return 'nothing';
      one.state = 'captured';
      return { chargedCredits: one.payment === 'free' ? 0 : one.cost };
    },
    release(analysis: number) {
      const one = held.get(analysis);
      if (one?.state !== 'reserved') return;
      one.state = 'released';
      if (one.payment === 'free') free += 1;
      for (const { lot, amount } of one.parts) lot.left += amount;
    },
  };
}
