import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { subscriptionPlans, upgradeCredits } from '#contract/prices.ts';
import { createAccounts } from '#server/accounts/accounts.ts';
import { subscriptions as rows } from '#server/billing/tables.ts';
import { ledger } from '#server/credits/tables.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createSecretBox } from '#server/platform/secret-box.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import fc, { runs } from '#tests/support/property.ts';
import { createSubscriptionBench, type SubscriptionBench } from '#tests/support/subscription-bench.ts';

const dayMs = 86_400_000;
const start = new Date('2026-06-01T10:00:00.000Z');

let database: Database;
let bench: SubscriptionBench;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.orm.delete(rows);
  bench = createSubscriptionBench(database, start);
});

const lotsOf = async (userId: string) =>
  (await database.orm.select().from(ledger).where(eq(ledger.userId, userId)).orderBy(ledger.id)).map(
    ({ kind, delta, expiresAt }) => [kind, delta, expiresAt?.toISOString() ?? null],
  );

describe("a month's credits", () => {
  it('[R9.3] [R9.6] arrive once with the paid invoice, for any number of events, and last a year', async () => {
    const userId = await bench.someone();
    const { id, latestInvoiceId } = bench.stripe.subscribe(userId, 'STANDARD');
    await bench.takeInInvoice(latestInvoiceId!);
    await bench.takeIn(id);
    await bench.takeInInvoice(latestInvoiceId!);
    expect(await lotsOf(userId)).toEqual([['subscription', 750, '2027-06-01T10:00:00.000Z']]);
    expect(await bench.payments(userId)).toMatchObject([
      { kind: 'subscription', tier: 'STANDARD', amountCents: 900, credits: 750, subscriptionId: id },
    ]);
  });

  it('[R3.1] [R3.2] [R9.3] are shown with the date of the next ones', async () => {
    const userId = await bench.someone();
    expect(await bench.shown(userId)).toEqual({ activeSubscription: null, nextCreditDropDate: null });
    const { id } = bench.stripe.subscribe(userId, 'PRO');
    await bench.takeIn(id);
    expect(await bench.shown(userId)).toEqual({
      activeSubscription: {
        tier: 'PRO',
        status: 'active',
        startDate: '2026-06-01T10:00:00.000Z',
        currentPeriodStart: '2026-06-01T10:00:00.000Z',
        currentPeriodEnd: '2026-07-01T10:00:00.000Z',
        cancelledAt: null,
        pendingTier: null,
        graceEndsAt: null,
      },
      nextCreditDropDate: '2026-07-01T10:00:00.000Z',
    });
    expect(await bench.balance(userId)).toBe(2000);
  });

  it('[R9.3] do not arrive before the first payment, which a bank may delay', async () => {
    const userId = await bench.someone();
    const { id, latestInvoiceId } = bench.stripe.subscribe(userId, 'PRO', { isPaid: false });
    await bench.takeIn(id);
    expect(await bench.row(id)).toMatchObject({ state: 'awaitingFirstPayment', endedAt: null });
    expect(await bench.shown(userId)).toMatchObject({ activeSubscription: null });
    expect(await bench.balance(userId)).toBe(0);
    bench.stripe.pay(latestInvoiceId!);
    await bench.takeInInvoice(latestInvoiceId!);
    expect(await bench.balance(userId)).toBe(2000);
    expect(await bench.shown(userId)).toMatchObject({ activeSubscription: { tier: 'PRO' } });
  });

  it('[R9.3] arrive each month from the 31st on, also at the end of shorter ones', async () => {
    const userId = await bench.someone();
    bench.goTo('2027-12-31T23:30:00.000Z');
    const { id } = bench.stripe.subscribe(userId, 'STANDARD');
    await bench.takeIn(id);
    const drops: (string | null)[] = [];
    for (let month = 0; month < 4; month += 1) {
      drops.push((await bench.shown(userId)).nextCreditDropDate);
      bench.stripe.renew(id);
      await bench.takeIn(id);
    }
    expect(drops).toEqual([
      '2028-01-31T23:30:00.000Z',
      '2028-02-29T23:30:00.000Z',
      '2028-03-31T23:30:00.000Z',
      '2028-04-30T23:30:00.000Z',
    ]);
    expect((await lotsOf(userId)).map(([, , expiresAt]) => expiresAt)).toEqual([
      '2028-12-31T23:30:00.000Z',
      '2029-01-31T23:30:00.000Z',
      // R9.6: a year after the leap day.
      '2029-02-28T23:30:00.000Z',
      '2029-03-31T23:30:00.000Z',
      '2029-04-30T23:30:00.000Z',
    ]);
  });

  it('[R9.6] from a late event expire as if it had been on time', async () => {
    const userId = await bench.someone();
    const { id } = bench.stripe.subscribe(userId, 'STANDARD');
    bench.clock.advance(9 * dayMs);
    await bench.takeIn(id);
    expect(await lotsOf(userId)).toEqual([['subscription', 750, '2027-06-01T10:00:00.000Z']]);
  });

  it('[R9.3] of several months arrive for any order of events, even after the end', async () => {
    const userId = await bench.someone();
    const { id } = bench.stripe.subscribe(userId, 'STANDARD');
    bench.stripe.renew(id);
    bench.stripe.renew(id);
    bench.stripe.end(id);
    for (const { id: invoiceId } of bench.stripe.invoices().toReversed())
      await bench.takeInInvoice(invoiceId);
    expect(await bench.balance(userId)).toBe(2250);
    expect(await bench.payments(userId)).toHaveLength(3);
    expect(await bench.row(id)).toMatchObject({ state: 'ended' });
    expect(await bench.shown(userId)).toMatchObject({ activeSubscription: null });
  });

  it('[R9.3] arrive completely or not at all: a failure in the middle is retried', async () => {
    const userId = await bench.someone();
    const { id, latestInvoiceId } = bench.stripe.subscribe(userId, 'STANDARD');
    await database.orm.execute(
      sql`alter table payments add constraint broken check (amount_cents > 900) not valid`,
    );
    await expect(bench.takeIn(id)).rejects.toThrow();
    expect(await bench.balance(userId)).toBe(0);
    await database.orm.execute(sql`alter table payments drop constraint broken`);
    await bench.takeInInvoice(latestInvoiceId!);
    expect(await bench.balance(userId)).toBe(750);
  });
});

describe('an upgrade', () => {
  it.each([
    ['at the first moment', 0, 1250],
    ['on the second day', 1.5 * dayMs, 1208],
    ['in the middle', 15 * dayMs, 625],
    ['on the last day', 29.5 * dayMs, 42],
  ])('[R9.4] %s grants the difference for the remaining days', async (_, after, expected) => {
    const userId = await bench.someone();
    const { id } = bench.stripe.subscribe(userId, 'STANDARD');
    await bench.takeIn(id);
    bench.clock.advance(after);
    const { id: invoiceId } = bench.stripe.upgrade(id);
    await bench.takeInInvoice(invoiceId);
    await bench.takeIn(id);
    expect(await bench.balance(userId)).toBe(750 + expected);
    expect(await bench.shown(userId)).toMatchObject({ activeSubscription: { tier: 'PRO' } });
  });

  it('[R9.4] are the same if the upgrade’s event arrives before its month’s', async () => {
    const userId = await bench.someone();
    const { id, latestInvoiceId: first } = bench.stripe.subscribe(userId, 'STANDARD');
    bench.clock.advance(15 * dayMs);
    const { id: upgrade } = bench.stripe.upgrade(id);
    await bench.takeInInvoice(upgrade);
    expect(await bench.balance(userId)).toBe(625);
    await bench.takeInInvoice(first!);
    expect(await bench.balance(userId)).toBe(1375);
    expect((await bench.payments(userId)).map(({ kind }) => kind)).toEqual(['subscription', 'upgrade']);
  });

  it('[R9.4] count the days of their own month if the event arrives in the next one', async () => {
    const userId = await bench.someone();
    const { id } = bench.stripe.subscribe(userId, 'STANDARD');
    await bench.takeIn(id);
    bench.clock.advance(15 * dayMs);
    const { id: upgrade } = bench.stripe.upgrade(id);
    bench.stripe.renew(id);
    await bench.takeIn(id);
    expect(await bench.balance(userId)).toBe(2750);
    await bench.takeInInvoice(upgrade);
    expect(await bench.balance(userId)).toBe(3375);
  });

  it('[R9.4] grants its credits once a month, and nothing in addition to a Pro month', async () => {
    const userId = await bench.someone();
    const { id } = bench.stripe.subscribe(userId, 'STANDARD');
    bench.clock.advance(10 * dayMs);
    const invoices = [bench.stripe.upgrade(id)];
    bench.clock.advance(5 * dayMs);
    invoices.push(bench.stripe.upgrade(id));
    bench.stripe.renew(id);
    invoices.push(bench.stripe.upgrade(id));
    for (const { id: invoiceId } of [...bench.stripe.invoices(), ...invoices])
      await bench.takeInInvoice(invoiceId);
    expect((await bench.payments(userId)).map(({ kind, credits }) => [kind, credits])).toEqual([
      ['subscription', 750],
      ['upgrade', 833],
      ['subscription', 2000],
    ]);
  });
});

describe('a downgrade and a cancellation', () => {
  it('[R9.5] shows a downgrade, which can be reverted, and applies it next month', async () => {
    const userId = await bench.someone();
    const { id } = bench.stripe.subscribe(userId, 'PRO');
    const look = async () => {
      await bench.takeIn(id);
      const { activeSubscription } = await bench.shown(userId);
      return [activeSubscription?.tier, activeSubscription?.pendingTier];
    };
    bench.stripe.change(id, { pendingTier: 'STANDARD' });
    expect(await look()).toEqual(['PRO', 'STANDARD']);
    bench.stripe.change(id, { pendingTier: null });
    expect(await look()).toEqual(['PRO', null]);
    bench.stripe.change(id, { pendingTier: 'STANDARD' });
    expect(await look()).toEqual(['PRO', 'STANDARD']);
    expect(await bench.balance(userId)).toBe(2000);
    bench.stripe.renew(id);
    expect(await look()).toEqual(['STANDARD', null]);
    expect(await bench.balance(userId)).toBe(2750);
  });

  it('[R4.10] [R9.5] keeps a cancelled subscription until the period ends, unless it is resumed', async () => {
    const userId = await bench.someone();
    const { id } = bench.stripe.subscribe(userId, 'PRO');
    bench.clock.advance(dayMs);
    bench.stripe.change(id, { isCancelledAtPeriodEnd: true, cancelledAt: bench.clock.now() });
    await bench.takeIn(id);
    expect(await bench.shown(userId)).toMatchObject({
      activeSubscription: {
        status: 'cancelled',
        cancelledAt: '2026-06-02T10:00:00.000Z',
        currentPeriodEnd: '2026-07-01T10:00:00.000Z',
      },
      nextCreditDropDate: null,
    });
    bench.stripe.change(id, { isCancelledAtPeriodEnd: false, cancelledAt: null });
    await bench.takeIn(id);
    expect(await bench.shown(userId)).toMatchObject({
      activeSubscription: { status: 'active', cancelledAt: null },
      nextCreditDropDate: '2026-07-01T10:00:00.000Z',
    });
    bench.stripe.change(id, { isCancelledAtPeriodEnd: true, cancelledAt: bench.clock.now() });
    bench.goTo('2026-07-01T10:00:00.000Z');
    bench.stripe.end(id);
    await bench.takeIn(id);
    expect(await bench.shown(userId)).toMatchObject({ activeSubscription: null });
    expect(await bench.row(id)).toMatchObject({ state: 'ended', endedAt: bench.clock.now() });
    await bench.work();
    expect(bench.lettersTo(userId)).toEqual([]);
    expect(await bench.balance(userId)).toBe(2000);
  });

  it('allows a new one after the end, but never two', async () => {
    const userId = await bench.someone();
    const first = bench.stripe.subscribe(userId, 'PRO');
    await bench.takeIn(first.id);
    const second = bench.stripe.subscribe(userId, 'STANDARD');
    await expect(bench.subscriptions.takeInSubscription({ ...second, userId })).rejects.toThrow();
    bench.stripe.end(first.id);
    await bench.takeIn(first.id);
    await bench.takeIn(second.id);
    expect(await bench.shown(userId)).toMatchObject({ activeSubscription: { tier: 'STANDARD' } });
    expect(await bench.balance(userId)).toBe(2750);
  });

  it('reads the subscription again after its period if no event arrives', async () => {
    const userId = await bench.someone();
    const { id } = bench.stripe.subscribe(userId, 'STANDARD');
    await bench.takeIn(id);
    bench.stripe.renew(id);
    await bench.keepHouse();
    expect(await bench.balance(userId)).toBe(1500);
    expect(await bench.shown(userId)).toMatchObject({ nextCreditDropDate: '2026-08-01T10:00:00.000Z' });
  });
});

describe('any history, in any order, with any number of events', () => {
  const steps = [
    'renew',
    'fail',
    'pay',
    'upgrade',
    'planDowngrade',
    'withdraw',
    'cancel',
    'resume',
    'end',
    'wait',
    'keepHouse',
    'work',
    'tell',
    'tell',
    'tell',
  ] as const;
  type Step = { what: (typeof steps)[number]; which: number };

  async function take({ what, which }: Step, id: string): Promise<void> {
    const { stripe } = bench;
    const { status, tier, isCancelledAtPeriodEnd } = stripe.subscription(id);
    const invoices = stripe.invoices();
    const isOver = status === 'canceled';
    const open = invoices.find(({ state }) => state === 'open');
    if (what === 'keepHouse') return bench.keepHouse();
    if (what === 'work') return bench.work();
    if (what === 'wait') return bench.clock.advance((1 + (which % 9)) * dayMs);
    if (what === 'tell') return bench.takeInInvoice(invoices[which % invoices.length]!.id);
    if (what === 'pay' && open !== undefined) return stripe.pay(open.id);
    if (isOver || status === 'incomplete') return;
    if (what === 'renew' && !isCancelledAtPeriodEnd && open === undefined) stripe.renew(id);
    if (what === 'fail' && !isCancelledAtPeriodEnd && open === undefined) stripe.renew(id, false);
    if (what === 'upgrade' && tier === 'STANDARD' && open === undefined) stripe.upgrade(id);
    if (what === 'planDowngrade' && tier === 'PRO') stripe.change(id, { pendingTier: 'STANDARD' });
    if (what === 'withdraw') stripe.change(id, { pendingTier: null });
    if (what === 'cancel')
      stripe.change(id, { isCancelledAtPeriodEnd: true, cancelledAt: bench.clock.now(), pendingTier: null });
    if (what === 'resume') stripe.change(id, { isCancelledAtPeriodEnd: false, cancelledAt: null });
    if (what === 'end') stripe.end(id);
  }

  function worth(): number {
    const paid = bench.stripe.invoices().filter(({ state }) => state === 'paid');
    const own = paid.flatMap(({ lines }) => lines.filter(({ isProration }) => !isProration));
    const months = own.reduce((sum, { tier }) => sum + subscriptionPlans[tier!].creditsPerMonth, 0);
    const upgrades = paid.flatMap(({ lines }) =>
      lines.filter((line) => line.isProration && line.tier === 'PRO'),
    );
    return upgrades.reduce((sum, { periodStart: at, periodEnd }) => {
      const cycle = own.find((month) => month.periodEnd.getTime() === periodEnd.getTime())!;
      const [from, to] = [cycle.periodStart.getTime(), cycle.periodEnd.getTime()];
      return sum + upgradeCredits({ periodStart: from, periodEnd: to, at: at.getTime() });
    }, months);
  }

  it('[R9.3] [R9.4] [R9.5] each paid invoice grants its value, and the shown state is correct', async () => {
    const anyStep = fc.record({ what: fc.constantFrom(...steps), which: fc.nat(20) });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('STANDARD' as const, 'PRO' as const),
        fc.array(anyStep, { minLength: 4, maxLength: 14 }),
        fc.infiniteStream(fc.nat(1000)),
        async (tier, taken, random) => {
          await database.orm.delete(rows);
          bench = createSubscriptionBench(database, start);
          const userId = await bench.someone();
          const { id } = bench.stripe.subscribe(userId, tier);
          for (const step of taken) await take(step, id);
          const late = bench.stripe
            .invoices()
            .map((invoice) => ({ invoice, at: random.next().value as number }))
            .toSorted((one, two) => one.at - two.at);
          for (const { invoice } of late) await bench.takeInInvoice(invoice.id);

          const brought = await bench.payments(userId);
          expect(brought.reduce((sum, { credits }) => sum + credits, 0)).toBe(worth());
          const facts = bench.stripe.subscription(id);
          const { activeSubscription } = await bench.shown(userId);
          if (facts.status === 'canceled') expect(activeSubscription).toBeNull();
          else
            expect(activeSubscription).toMatchObject({
              tier: facts.tier,
              status: facts.isCancelledAtPeriodEnd ? 'cancelled' : 'active',
              currentPeriodStart: facts.periodStart.toISOString(),
              currentPeriodEnd: facts.periodEnd.toISOString(),
              pendingTier: facts.isCancelledAtPeriodEnd ? null : facts.pendingTier,
              graceEndsAt: facts.status === 'past_due' ? expect.any(String) : null,
            });
        },
      ),
      { numRuns: runs(15) },
    );
  });
});

it('[R3.1] [R3.2] [R4.10] a sign-in returns the subscription with the balance', async () => {
  const userId = await bench.someone();
  const accounts = createAccounts({
    database,
    clock: bench.clock,
    credits: bench.credits,
    secrets: createSecretBox([randomBytes(32)]),
    logins: undefined as never,
    agreements: { areAccepted: sql<boolean>`true` },
    welcome: { freeAnalyses: 0, credits: 0 },
  });
  const none = { activeSubscription: null, nextCreditDropDate: null, userCreditBalance: 0 };
  expect(await accounts.describe(userId)).toMatchObject(none);
  const { id } = bench.stripe.subscribe(userId, 'STANDARD');
  await bench.takeIn(id);
  bench.stripe.renew(id);
  bench.stripe.change(id, { isCancelledAtPeriodEnd: true, cancelledAt: bench.clock.now() });
  await bench.takeIn(id);
  expect(await accounts.describe(userId)).toMatchObject({
    activeSubscription: {
      tier: 'STANDARD',
      status: 'cancelled',
      currentPeriodEnd: '2026-08-01T10:00:00.000Z',
    },
    nextCreditDropDate: null,
    userCreditBalance: 1500,
  });
});
