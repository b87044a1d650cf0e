import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Difference, ReconciliationReport } from '#contract/reconciliation.ts';
import { pricesThatDiffer, type TwoBooks } from '#server/billing/differences.ts';
import { billingEvents, payments, subscriptions } from '#server/billing/tables.ts';
import { readReconciliationArguments, reportReconciliation } from '#server/commands/reconcile-report.ts';
import { ledger } from '#server/credits/tables.ts';
import { StartError } from '#server/platform/start-error.ts';
import { type BillingServer, createBillingServer, operatorKey } from '#tests/support/billing-server.ts';
import type { TestUser } from '#tests/support/server.ts';

let server: BillingServer;
beforeAll(async () => {
  server = await createBillingServer();
  await server.start();
});
afterAll(() => server.close());

async function reconcile(body: { since?: string; mend?: boolean } = {}): Promise<ReconciliationReport> {
  const answer = await server.call('POST', '/operator/reconciliation', body, {
    'x-operator-key': operatorKey,
  });
  if (answer.status !== 200) throw new Error(await answer.text());
  return (await answer.json()) as ReconciliationReport;
}

const named = (differences: readonly Difference[], user: TestUser) =>
  differences.filter(({ userId }) => userId === user.userId).map(({ kind, subject }) => `${kind} ${subject}`);

async function differencesOf(user: TestUser): Promise<string[]> {
  return named((await reconcile()).differences, user);
}
async function mended(user: TestUser): Promise<{ mended: string[]; left: string[] }> {
  const report = await reconcile({ mend: true });
  return { mended: named(report.mended, user), left: named(report.differences, user) };
}

describe('the reconciliation', () => {
  it('finds nothing if everything was processed', async () => {
    const user = await server.signIn();
    await server.pay(user, { quantity: 5 });
    await server.pay(user, { tier: 'STANDARD' });
    await server.standIn.deliver();
    const [subscription] = await server.subscriptionsOf(user);
    await server.standIn.changePlan(subscription!, 'PRO');
    await server.standIn.deliver();
    const report = await reconcile();
    expect(report.differences).toEqual([]);
    expect(report.checked).toMatchObject({ checkouts: 2, invoices: 2, subscriptions: 1, payments: 3 });
  });

  it('reports a paid checkout without credits, and processes it', async () => {
    const user = await server.signIn();
    const id = await server.pay(user, { quantity: 25 });
    expect(await differencesOf(user)).toEqual([`paidWithoutCredits ${id}`]);
    expect(await server.balance(user)).toBe(0);
    expect(await mended(user)).toEqual({ mended: [`paidWithoutCredits ${id}`], left: [] });
    expect(await server.balance(user)).toBe(2500);
  });

  it('reports an unknown subscription, and a month without credits', async () => {
    const user = await server.signIn();
    await server.pay(user, { tier: 'STANDARD' });
    const [id] = await server.subscriptionsOf(user);
    const [first] = await server.port.invoicesOf(id!);
    expect(await differencesOf(user)).toEqual([
      `paidWithoutCredits ${first!.id}`,
      `subscriptionMissing ${id}`,
    ]);
    await mended(user);
    await server.standIn.nextCycle(await server.customerOf(user));
    const [second] = await server.port.invoicesOf(id!);
    expect(await differencesOf(user)).toEqual([
      `paidWithoutCredits ${second!.id}`,
      `subscriptionDiffers ${id}`,
    ]);
    expect((await mended(user)).left).toEqual([]);
    expect(await server.balance(user)).toBe(1500);
  });

  it.each([
    ['cancelled', (id: string) => server.standIn.cancel(id)],
    ['upgraded', (id: string) => server.standIn.changePlan(id, 'PRO')],
    ['ended', (id: string) => server.stripe.subscriptions.cancel(id)],
    [
      'owing a payment',
      async (id: string) => {
        const { customer } = await server.stripe.subscriptions.retrieve(id);
        await server.standIn.failNextPayment(customer as string);
        await server.standIn.nextCycle(customer as string);
      },
    ],
  ])('reports a subscription that is %s at Stripe', async (_, change) => {
    const user = await server.signIn();
    await server.pay(user, { tier: 'STANDARD' });
    await server.standIn.deliver();
    const [id] = await server.subscriptionsOf(user);
    await change(id!);
    expect(await differencesOf(user)).toContain(`subscriptionDiffers ${id}`);
    expect((await mended(user)).left).toEqual([]);
  });

  it('reports two subscriptions of one customer, and ends the later one', async () => {
    const user = await server.signIn();
    await server.pay(user, { tier: 'STANDARD' });
    await server.standIn.deliver();
    const customer = await server.customerOf(user);
    const { id } = await server.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: server.standIn.prices.STANDARD, quantity: 1 }],
      success_url: 'http://localhost/',
    });
    await server.standIn.pay(id);
    const kinds = (await differencesOf(user)).map((text) => text.split(' ')[0]);
    expect(kinds).toEqual(['paidWithoutCredits', 'subscriptionMissing', 'twoSubscriptions']);
    expect((await mended(user)).left).toEqual([]);
    const { data } = await server.stripe.subscriptions.list({ customer, status: 'active' });
    expect(data).toHaveLength(1);
    expect(await server.balance(user)).toBe(750);
  });

  it('reports a refund that was not processed', async () => {
    const user = await server.signIn();
    const id = await server.pay(user, { quantity: 5 });
    await server.standIn.deliver();
    await server.standIn.refund((await server.port.readCheckout(id))!.paymentIntentId!, 500);
    expect(await differencesOf(user)).toEqual([`refundDiffers ${id}`]);
    expect(await mended(user)).toEqual({ mended: [`refundDiffers ${id}`], left: [] });
    expect(await server.balance(user)).toBe(250);
  });

  it('reports a waiting event, and processes it', async () => {
    const at = server.clock.now();
    await server.database.orm.insert(billingEvents).values({
      id: 'evt_waits',
      type: 'invoice.paid',
      objectId: 'in_none',
      createdAt: at,
      receivedAt: new Date(at.getTime() - 2 * 3_600_000),
    });
    const waits = { kind: 'eventWaits', subject: 'evt_waits', isMendable: true };
    expect((await reconcile()).differences).toEqual([expect.objectContaining(waits)]);
    expect(await reconcile({ mend: true })).toMatchObject({ differences: [], mended: [waits] });
  });

  it('reports credits without a payment, different amounts and a ledger that does not add up', async () => {
    const user = await server.signIn();
    const { userId } = user;
    const id = await server.pay(user, { quantity: 5 });
    await server.standIn.deliver();
    const grant = (key: string) =>
      server.database.transaction((tx) =>
        server.credits.grant(tx, { userId, unit: 'credits', amount: 100, kind: 'purchase', key }),
      );
    await grant('cs_without_row');
    const { lotId } = await grant('cs_invented');
    await server.database.orm.insert(payments).values({
      id: 'cs_invented',
      userId,
      kind: 'purchase',
      amountCents: 200,
      currency: 'usd',
      credits: 120,
      lotId,
      paidAt: server.clock.now(),
    });
    await server.database.orm.update(payments).set({ amountCents: 999 }).where(eq(payments.id, id));
    await server.database.orm.insert(ledger).values({
      userId,
      unit: 'credits',
      delta: -101,
      kind: 'reserve',
      lotId,
      reference: 'by hand',
      idempotencyKey: 'by hand',
      createdAt: server.clock.now(),
    });
    const found = [
      'creditsWithoutPayment cs_invented',
      `amountDiffers ${id}`,
      'creditsWithoutPayment cs_without_row',
      'ledgerDiffers cs_invented',
      `ledgerDiffers ${lotId}`,
    ];
    expect((await differencesOf(user)).toSorted()).toEqual(found.toSorted());
    expect((await mended(user)).left.toSorted()).toEqual(found.toSorted());
  });

  it('reports a price at Stripe that differs from the page', () => {
    const price = { priceId: 'price_1', cents: 900, currency: 'usd', isMonthly: true, isActive: true };
    const told = (prices: TwoBooks['stripe']['prices']) =>
      pricesThatDiffer({ stripe: { prices } } as unknown as TwoBooks).map(({ what }) => what);
    expect(told([{ ...price, tier: 'STANDARD' }])).toEqual([]);
    expect(told([{ ...price, tier: 'PRO', isMonthly: false }])).toEqual([
      'The price price_1 of PRO costs 9.00 USD instead of 25.00 USD and is not monthly.',
    ]);
    expect(told([{ ...price, tier: 'STANDARD', cents: null, isActive: false }])).toEqual([
      'The price price_1 of STANDARD costs no whole cents instead of 9.00 USD and is not active.',
    ]);
  });

  it('only checks what was created since a given day', async () => {
    const later = new Date(server.clock.now().getTime() + 90 * 86_400_000).toISOString();
    const { checked } = await reconcile({ since: later });
    expect(checked).toMatchObject({ checkouts: 0, invoices: 0, payments: 0 });
    expect(await server.database.orm.$count(subscriptions)).toBeGreaterThan(0);
  });

  it('requires the operator', async () => {
    expect((await server.call('POST', '/operator/reconciliation', {})).status).toBe(404);
    const wrong = await server.call('POST', '/operator/reconciliation', {}, { 'x-operator-key': 'guessed' });
    expect(wrong.status).toBe(404);
  });
});

describe('npm run reconcile', () => {
  it('parses its arguments', () => {
    expect(readReconciliationArguments([])).toEqual({ since: undefined, mend: false, asJson: false });
    expect(readReconciliationArguments(['--since', '2026-03-14', '--mend', '--json'])).toEqual({
      since: '2026-03-14T00:00:00.000Z',
      mend: true,
      asJson: true,
    });
    for (const words of [['--since', 'yesterday'], ['--since', '14.3.2026'], ['--repair'], ['now']])
      expect(() => readReconciliationArguments(words)).toThrow(StartError);
  });

  it('prints what it found and what to do', () => {
    const checked = { checkouts: 2, invoices: 1, subscriptions: 1, payments: 3, accounts: 4, recordings: 5 };
    expect(reportReconciliation({ checked, mended: [], differences: [] })).toBe(
      'Compared: 2 checkouts, 1 invoice, 1 subscription, 3 payments, 4 accounts, 5 recordings.\n\nNo differences.',
    );
    const difference: Difference = {
      kind: 'paidWithoutCredits',
      subject: 'cs_1',
      userId: 'u1',
      what: 'The checkout cs_1 is paid and brought no credits.',
      remedy: 'Run it again with --mend, which records it.',
      isMendable: true,
    };
    expect(reportReconciliation({ checked, mended: [difference], differences: [difference] })).toContain(
      [
        'Differences: 1.',
        'paidWithoutCredits: The checkout cs_1 is paid and brought no credits.',
        '  User u1.',
        '  Run it again with --mend, which records it.',
      ].join('\n'),
    );
  });
});
