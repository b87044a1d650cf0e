import process from 'node:process';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreditEvent } from '#contract/billing.ts';
import { createCreditExpiry } from '#server/credits/credit-expiry.ts';
import { type CreditHistory, createCreditHistory } from '#server/credits/credit-history.ts';
import { type Credits, createCredits } from '#server/credits/credits.ts';
import { findLedgerFaults } from '#server/credits/ledger-checks.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { testsEverything } from '#tests/support/everything.ts';
import fc from '#tests/support/property.ts';
import { type ManualClock, manualClock } from '#tests/support/server.ts';
import { createLedgerModel, type ModelLine } from './ledger-model.ts';

const hour = 3_600_000;
const runs = Number(process.env.LEDGER_RUNS ?? (testsEverything ? 30 : 12));

const lotKinds = ['grant', 'purchase', 'subscription', 'upgrade'] as const;
const ends = fc.constantFrom(null, null, null, null, -24, 0, 24, 24, 48, 72);
const payment = fc.constantFrom(...Array<undefined>(8).fill(undefined), 'free' as const, 'credits' as const);
const analysis = fc.nat(2);
const add = fc.record({
  do: fc.constant('add' as const),
  kind: fc.constantFrom(...lotKinds),
  unit: fc.constantFrom('credits' as const, 'credits' as const, 'credits' as const, 'freeAnalyses' as const),
  key: fc.nat(3),
  amount: fc.integer({ min: 1, max: 120 }),
  ends,
});
const step = fc.oneof(
  { weight: 4, arbitrary: add },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('reserve' as const),
      analysis,
      cost: fc.integer({ min: 1, max: 70 }),
      isShort: fc.boolean(),
      promised: payment,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('capture' as const), analysis }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('release' as const), analysis }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('refund' as const, 'refund' as const, 'undoRefund' as const),
      lot: fc.nat(5),
      credits: fc.integer({ min: 0, max: 120 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 12, 24, 24) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('keepHouse' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('look' as const), limit: fc.integer({ min: 1, max: 7 }) }),
  },
);
const beginning = fc.tuple(
  ...([null, 24, 24, null] as const).map((hours) =>
    fc.record({ amount: fc.integer({ min: 10, max: 100 }), ends: fc.constant(hours) }),
  ),
);
const eventful = fc.record({
  step,
  user: fc.constantFrom(0, 0, 0, 0, 1),
  times: fc.constantFrom(1, 1, 2),
  fails: fc.constantFrom(false, false, false, true),
});

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

class Undone extends Error {}

describe('the ledger against its model', () => {
  let database: Database;
  let clock: ManualClock;
  let credits: Credits;
  let history: CreditHistory;
  let keepHouse: () => Promise<void>;
  beforeAll(async () => {
    database = await openTestDatabase();
    clock = manualClock(new Date('2026-03-01T12:00:00.000Z'));
    credits = createCredits({ clock });
    history = createCreditHistory({ database, clock });
    keepHouse = createCreditExpiry({ database, credits, clock }).run;
  });
  afterAll(() => database.close());

  function someone() {
    return {
      userId: newId(),
      model: createLedgerModel(clock.now().getTime()),
      analyses: Array.from({ length: 3 }, () => newId()),
      lots: [] as number[],
      run: newId(),
    };
  }
  type Someone = ReturnType<typeof someone>;

  const answerOf = (error: unknown) => {
    if (error instanceof Refusal) return error.code;
    if (error instanceof Error && error.message.startsWith('Nothing is reserved')) return 'nothing';
    throw error;
  };

  function both(
    one: Step,
    who: Someone,
  ): { real: (tx: Orm) => Promise<unknown>; model: () => unknown } | null {
    const { userId, model } = who;
    if (one.do === 'add') {
      const at = one.ends === null ? null : new Date(clock.now().getTime() + one.ends * hour);
      const { kind, unit, amount } = one;
      const key = `${who.run}:${one.key}`;
      return {
        real: async (tx) =>
          (await credits.grant(tx, { userId, unit, amount, kind, key, expiresAt: at })).lotId,
        model: () =>
          model.add({ kind, unit, amount, key: one.key, ends: at?.getTime() ?? Number.POSITIVE_INFINITY }),
      };
    }
    if (one.do === 'refund' || one.do === 'undoRefund') {
      const lot = one.lot % Math.max(1, who.lots.length);
      const lotId = who.lots[lot];
      if (lotId === undefined) return null;
      return {
        real: async (tx) => {
          const wanted = { userId, lotId, credits: one.credits };
          return one.do === 'refund'
            ? (await credits.refund(tx, wanted)).taken
            : (await credits.undoRefund(tx, wanted)).given;
        },
        model: () => model[one.do](lot, one.credits),
      };
    }
    if (one.do === 'reserve') {
      const analysisId = who.analyses[one.analysis]!;
      const { cost, isShort, promised } = one;
      return {
        real: (tx) =>
          credits.reserve(tx, {
            userId,
            analysisId,
            costCredits: cost,
            durationSeconds: isShort ? 6 * 3600 : 6 * 3600 + 1,
            ...(promised === undefined ? {} : { promised }),
          }),
        model: () =>
          model.reserve(one.analysis, { cost, isShort, ...(promised === undefined ? {} : { promised }) }),
      };
    }
    if (one.do === 'capture' || one.do === 'release') {
      const analysisId = who.analyses[one.analysis]!;
      return {
        real: async (tx) => (await credits[one.do](tx, analysisId)) ?? null,
        model: () => model[one.do](one.analysis) ?? null,
      };
    }
    return null;
  }

  async function linesOf(userId: string, limit: number) {
    const events: CreditEvent[] = [];
    let cursor: string | undefined;
    for (;;) {
      const page = await history.list(userId, { cursor, limit });
      events.push(...page.events);
      if (page.nextCursor === null) return { ...page, events };
      cursor = page.nextCursor;
    }
  }

  async function checkHistory({ userId, model }: Someone, limit: number): Promise<void> {
    const { events, credits, freeAnalyses, expiring } = await linesOf(userId, limit);
    expect({ credits, freeAnalyses }).toEqual(model.balance());
    expect(expiring).toEqual(
      model.ending().map(({ ends, amount }) => ({ expirationDate: new Date(ends).toISOString(), amount })),
    );
    const before = { credits: 0, freeAnalyses: 0 };
    let moment = '';
    for (const { unit, delta, balance, at } of events.toReversed()) {
      before[unit] += delta;
      expect(balance).toBe(before[unit]);
      expect(balance).toBeGreaterThanOrEqual(0);
      expect(at >= moment).toBe(true);
      moment = at;
    }
    expect(before).toEqual(model.balance());
    const told = events.map(
      ({ kind, unit, delta, state, returned }): ModelLine => ({ kind, unit, delta, state, returned }),
    );
    const sorted = (lines: ModelLine[]) =>
      lines.map((line) => JSON.stringify(Object.entries(line).sort())).sort();
    expect(sorted(told)).toEqual(sorted(model.lines()));
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  }

  async function sums(userId: string) {
    const { rows } = await database.orm.execute<{ credits: number; freeAnalyses: number; least: number }>(sql`
      select coalesce(sum(left_over) filter (where unit = 'credits'), 0)::int as credits,
        coalesce(sum(left_over) filter (where unit = 'freeAnalyses'), 0)::int as "freeAnalyses",
        coalesce(min(left_over), 0)::int as least
      from (
        select unit, sum(delta) as left_over from ledger where user_id = ${userId} group by unit, coalesce(lot_id, id)
      ) as lots`);
    return rows[0]!;
  }

  async function take(one: Step, who: Someone, times: number, fails: boolean): Promise<void> {
    const asked = both(one, who);
    if (asked === null) return;
    if (fails) {
      const undone = database.transaction(async (tx) => {
        await asked.real(tx).catch(answerOf);
        throw new Undone();
      });
      await expect(undone).rejects.toThrow(Undone);
      expect(await credits.balance(database.orm, who.userId)).toEqual(who.model.balance());
    }
    for (let time = 0; time < times; time += 1) {
      const real = await database.transaction(asked.real).catch(answerOf);
      const model = asked.model();
      if (one.do === 'add') {
        who.lots[model as number] ??= real as number;
        expect(real).toBe(who.lots[model as number]);
      } else expect(real).toEqual(model);
    }
    if (one.do === 'add' || one.do === 'refund' || one.do === 'undoRefund') {
      const { least: _, ...sum } = await sums(who.userId);
      expect(sum).toEqual(who.model.balance());
    }
  }

  it(
    '[D1][D3][R3.3][R9.6] holds for any interleaving of payments, drops, reservations, endings, refunds and expiries, repeated or undone',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          beginning,
          fc.array(eventful, { minLength: 6, maxLength: 24, size: 'max' }),
          async (lots, steps) => {
            const people = [someone(), someone()];
            for (const [key, lot] of lots.entries())
              await take({ do: 'add', kind: 'purchase', unit: 'credits', key, ...lot }, people[0]!, 1, false);
            for (const { step: one, user, times, fails } of steps) {
              const who = people[user]!;
              if (one.do === 'wait') {
                clock.advance(one.hours * hour);
                for (const { model } of people) model.wait(one.hours * hour);
                await checkHistory(who, 5);
              } else if (one.do === 'look') await checkHistory(who, one.limit);
              else if (one.do === 'keepHouse') await keepHouse();
              else await take(one, who, times, fails);
              for (const { userId, model } of one.do === 'wait' ? people : [who])
                expect(await credits.balance(database.orm, userId)).toEqual(model.balance());
            }
            await keepHouse();
            for (const who of people) {
              const { least, ...sum } = await sums(who.userId);
              expect(sum).toEqual(who.model.balance());
              expect(least).toBeGreaterThanOrEqual(0);
              await checkHistory(who, 100);
            }
            expect(await findLedgerFaults(database.orm)).toEqual([]);
          },
        ),
        { numRuns: runs },
      );
    },
    runs * 20_000,
  );
});
