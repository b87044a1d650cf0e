import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { addMonths, periodEndAfter, prorate } from '#server/stand-ins/stripe/periods.ts';
import { StandInError } from '#server/stand-ins/stripe/stand-in.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { createStandInBench, type StandInBench } from '#tests/support/stand-in-bench.ts';

let database: Database;
let bench: StandInBench;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => {
  bench = createStandInBench(database);
});
afterAll(() => database.close());

const seconds = (iso: string) => Date.parse(iso) / 1000;
const iso = (at: number | null | undefined) =>
  at == null ? at : new Date(at * 1000).toISOString().slice(0, 16);
const periodOf = ({ items }: Stripe.Subscription) => {
  const [item] = items.data;
  return [iso(item?.current_period_start), iso(item?.current_period_end)];
};
const invoicesOf = async (subscription: string) =>
  (await bench.stripe.invoices.list({ subscription, limit: 100, expand: ['data.payments'] })).data;

describe('months as Stripe counts them', () => {
  it.each([
    [
      '2026-01-31T10:00:00Z',
      ['2026-02-28T10:00', '2026-03-31T10:00', '2026-04-30T10:00', '2026-05-31T10:00'],
    ],
    ['2028-01-30T00:00:00Z', ['2028-02-29T00:00', '2028-03-30T00:00']],
    ['2026-12-31T23:59:59Z', ['2027-01-31T23:59', '2027-02-28T23:59', '2027-03-31T23:59']],
    ['2028-02-29T12:00:00Z', ['2028-03-29T12:00', '2028-04-29T12:00']],
  ])('from %s', (anchor, ends) => {
    const found: unknown[] = [];
    let at = seconds(anchor);
    for (const _ of ends) {
      at = periodEndAfter(seconds(anchor), at);
      found.push(iso(at));
    }
    expect(found).toEqual(ends);
  });

  it('a year from the 31st ends on the 31st', () => {
    expect(iso(addMonths(seconds('2027-08-31T08:00:00Z'), 12))).toBe('2028-08-31T08:00');
    expect(iso(addMonths(seconds('2027-08-31T08:00:00Z'), 6))).toBe('2028-02-29T08:00');
  });

  it.each([
    ['at once', '2026-01-01T00:00:00Z', { unused: 900, remaining: 2500, due: 1600 }],
    ['at half time', '2026-01-16T12:00:00Z', { unused: 450, remaining: 1250, due: 800 }],
    ['a second before the end', '2026-01-31T23:59:59Z', { unused: 0, remaining: 0, due: 0 }],
    ['after the end', '2026-03-01T00:00:00Z', { unused: 0, remaining: 0, due: 0 }],
  ])('an upgrade %s', (_, at, expected) => {
    const month = { start: seconds('2026-01-01T00:00:00Z'), end: seconds('2026-02-01T00:00:00Z') };
    expect(prorate({ oldCents: 900, newCents: 2500, ...month, at: seconds(at) })).toEqual(expected);
  });
});

describe('a purchase', () => {
  it('[R7.10] is paid once', async () => {
    const { standIn, stripe } = bench;
    const { id: customer } = await bench.customer();
    const open = await bench.purchase(customer);
    expect(open).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: 1000,
    });
    expect(open.url).toBe(`http://localhost:3000/dev/billing/checkout/${open.id}`);
    await standIn.pay(open.id);
    const paid = await stripe.checkout.sessions.retrieve(open.id, {
      expand: ['payment_intent.latest_charge', 'line_items'],
    });
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      client_reference_id: 'user-1',
      metadata: { quantity: '5' },
      line_items: { data: [{ amount_total: 1000, description: '500 credits', quantity: 1 }] },
      payment_intent: {
        status: 'succeeded',
        amount_received: 1000,
        metadata: { quantity: '5' },
        latest_charge: { paid: true, amount: 1000, refunded: false },
      },
    });
    await expect(standIn.pay(open.id)).rejects.toThrow('not open any more');
  });

  it('stays open when the card is declined, and is then paid by the same payment', async () => {
    const { standIn, stripe } = bench;
    const { id: customer } = await bench.customer();
    const { id } = await bench.purchase(customer);
    const declined = await standIn.decline(id);
    expect(declined).toMatchObject({ status: 'open', payment_status: 'unpaid' });
    const intent = await stripe.paymentIntents.retrieve(declined.payment_intent ?? '');
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      amount_received: 0,
      last_payment_error: { code: 'card_declined' },
    });
    expect((await standIn.pay(id)).payment_intent).toBe(intent.id);
    const { data: charges } = await stripe.charges.list({ payment_intent: intent.id });
    expect(charges.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
  });

  it.each([
    ['arrives', 'paid', 'succeeded'],
    ['fails', 'unpaid', 'requires_payment_method'],
  ] as const)('by a slow method %s', async (outcome, status, intentStatus) => {
    const { standIn, stripe } = bench;
    const { id: customer } = await bench.customer();
    const { id } = await bench.purchase(customer);
    const slow = await standIn.pay(id, { slowly: true });
    expect(slow).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    expect((await standIn.settle(id, outcome)).payment_status).toBe(status);
    expect((await stripe.paymentIntents.retrieve(slow.payment_intent ?? '')).status).toBe(intentStatus);
    await expect(standIn.settle(id, outcome)).rejects.toThrow('Nothing is pending');
  });

  it('can be closed, and closes by itself after a day', async () => {
    const { standIn, stripe } = bench;
    const { id: customer } = await bench.customer();
    const [first, second] = [await bench.purchase(customer), await bench.purchase(customer)];
    expect(await stripe.checkout.sessions.expire(first.id)).toMatchObject({ status: 'expired', url: null });
    await expect(stripe.checkout.sessions.expire(first.id)).rejects.toMatchObject({ statusCode: 400 });
    await expect(standIn.pay(first.id)).rejects.toThrow('not open any more');
    await standIn.advance(customer, new Date('2026-02-01T10:00:00Z'));
    expect((await stripe.checkout.sessions.retrieve(second.id)).status).toBe('expired');
  });

  it('is refunded in parts, never more than it was', async () => {
    const { standIn, stripe } = bench;
    const { id: customer } = await bench.customer();
    const { payment_intent: intent } = await standIn.pay((await bench.purchase(customer)).id);
    const payment = intent ?? '';
    await standIn.refund(payment, 300);
    await expect(standIn.refund(payment, 701)).rejects.toThrow('greater than unrefunded');
    await stripe.refunds.create({ payment_intent: payment }, { idempotencyKey: `back ${payment}` });
    await stripe.refunds.create({ payment_intent: payment }, { idempotencyKey: `back ${payment}` });
    await expect(stripe.refunds.create({ payment_intent: payment })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    const { data: refunds } = await stripe.refunds.list({ payment_intent: payment });
    expect(refunds.map(({ amount }) => amount)).toEqual([700, 300]);
    const { data: charges } = await stripe.charges.list({
      payment_intent: payment,
      expand: ['data.refunds'],
    });
    expect(charges).toMatchObject([{ amount_refunded: 1000, refunded: true, refunds: { data: refunds } }]);
  });

  it('can be disputed once', async () => {
    const { standIn, stripe } = bench;
    const { id: customer } = await bench.customer();
    const { payment_intent: intent } = await standIn.pay((await bench.purchase(customer)).id);
    const disputeId = await standIn.dispute(intent ?? '');
    await expect(standIn.dispute(intent ?? '')).rejects.toThrow('cannot be disputed');
    await standIn.closeDispute(disputeId, 'lost');
    await expect(standIn.closeDispute(disputeId, 'won')).rejects.toThrow('is closed');
    const { data } = await stripe.disputes.list({ payment_intent: intent ?? '' });
    expect(data).toMatchObject([{ id: disputeId, status: 'lost', amount: 1000 }]);
  });
});

describe('a subscription', () => {
  it('[R7.11] begins with a paid month', async () => {
    const { subscriptionId, checkoutId } = await bench.subscriber('STANDARD');
    const subscription = await bench.read(subscriptionId);
    expect(subscription).toMatchObject({ status: 'active', schedule: null, metadata: { userId: 'user-1' } });
    expect(periodOf(subscription)).toEqual(['2026-01-31T10:00', '2026-02-28T10:00']);
    const [invoice] = await invoicesOf(subscriptionId);
    expect(invoice).toMatchObject({
      billing_reason: 'subscription_create',
      status: 'paid',
      amount_paid: 900,
      lines: { data: [{ amount: 900, parent: { subscription_item_details: { proration: false } } }] },
      payments: { data: [{ status: 'paid', amount_paid: 900 }] },
    });
    expect(subscription.latest_invoice).toBe(invoice?.id);
    const session = await bench.stripe.checkout.sessions.retrieve(checkoutId);
    expect(session).toMatchObject({ status: 'complete', subscription: subscriptionId, invoice: invoice?.id });
  });

  it('is not created when the card is declined', async () => {
    const { id: customer } = await bench.customer();
    const { id } = await bench.subscription(customer, 'PRO');
    expect(await bench.standIn.decline(id)).toMatchObject({ status: 'open', subscription: null });
    expect((await bench.stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([]);
    expect((await bench.standIn.pay(id)).subscription).not.toBeNull();
  });

  it('[R9.3] renews each month, on the day it began', async () => {
    const { customerId, subscriptionId } = await bench.subscriber('STANDARD');
    await bench.standIn.advance(customerId, new Date('2026-04-30T09:59:59Z'));
    expect(periodOf(await bench.read(subscriptionId))).toEqual(['2026-03-31T10:00', '2026-04-30T10:00']);
    await bench.standIn.nextCycle(customerId);
    expect(periodOf(await bench.read(subscriptionId))).toEqual(['2026-04-30T10:00', '2026-05-31T10:00']);
    const invoices = await invoicesOf(subscriptionId);
    expect(
      invoices.map((one) => [one.billing_reason, one.status, iso(one.status_transitions.paid_at)]),
    ).toEqual([
      ['subscription_cycle', 'paid', '2026-04-30T10:00'],
      ['subscription_cycle', 'paid', '2026-03-31T10:00'],
      ['subscription_cycle', 'paid', '2026-02-28T10:00'],
      ['subscription_create', 'paid', '2026-01-31T10:00'],
    ]);
    await expect(bench.standIn.advance(customerId, new Date('2026-04-01T00:00:00Z'))).rejects.toThrow(
      'forwards',
    );
  });

  it('[R9.4] is upgraded at once, for the difference by the second', async () => {
    const { customerId, subscriptionId } = await bench.subscriber('STANDARD');
    await bench.standIn.advance(customerId, new Date('2026-02-14T10:00:00Z'));
    await bench.standIn.changePlan(subscriptionId, 'PRO');
    const subscription = await bench.read(subscriptionId);
    expect(subscription.items.data[0]?.price.lookup_key).toBe('PRO');
    expect(periodOf(subscription)).toEqual(['2026-01-31T10:00', '2026-02-28T10:00']);
    const [invoice] = await invoicesOf(subscriptionId);
    expect(invoice).toMatchObject({
      billing_reason: 'subscription_update',
      status: 'paid',
      amount_paid: 800,
    });
    expect(
      invoice?.lines.data.map(({ amount, pricing, parent, period }) => [
        amount,
        pricing?.price_details?.price,
        parent?.invoice_item_details?.proration,
        iso(period.start),
        iso(period.end),
      ]),
    ).toEqual([
      [-450, 'price_standin_standard', true, '2026-02-14T10:00', '2026-02-28T10:00'],
      [1250, 'price_standin_pro', true, '2026-02-14T10:00', '2026-02-28T10:00'],
    ]);
  });

  it('is not upgraded when the card is declined; the next try succeeds', async () => {
    const { customerId, subscriptionId } = await bench.subscriber('STANDARD');
    await bench.standIn.failNextPayment(customerId);
    await expect(bench.standIn.changePlan(subscriptionId, 'PRO')).rejects.toThrow('Your card was declined.');
    expect((await invoicesOf(subscriptionId)).map(({ status }) => status)).toEqual(['void', 'paid']);
    expect((await bench.read(subscriptionId)).items.data[0]?.price.lookup_key).toBe('STANDARD');
    await bench.standIn.changePlan(subscriptionId, 'PRO');
    expect((await bench.read(subscriptionId)).items.data[0]?.price.lookup_key).toBe('PRO');
  });

  it('[R9.5] is downgraded when its period ends, unless that is reverted', async () => {
    const { customerId, subscriptionId } = await bench.subscriber('PRO');
    await bench.standIn.changePlan(subscriptionId, 'STANDARD');
    await bench.standIn.keepPlan(subscriptionId);
    expect((await bench.read(subscriptionId)).schedule).toBeNull();
    await bench.standIn.changePlan(subscriptionId, 'STANDARD');
    const waiting = await bench.read(subscriptionId);
    expect(waiting.items.data[0]?.price.lookup_key).toBe('PRO');
    expect(waiting.schedule).toMatchObject({
      status: 'active',
      phases: [
        { items: [{ price: 'price_standin_pro' }] },
        { items: [{ price: 'price_standin_standard' }], start_date: seconds('2026-02-28T10:00:00Z') },
      ],
    });
    await bench.standIn.nextCycle(customerId);
    const changed = await bench.read(subscriptionId);
    expect([changed.items.data[0]?.price.lookup_key, changed.schedule]).toEqual(['STANDARD', null]);
    expect((await invoicesOf(subscriptionId))[0]).toMatchObject({ amount_paid: 900 });
  });

  it('[R4.10] ends with its period once it is cancelled, unless it is resumed', async () => {
    const { customerId, subscriptionId } = await bench.subscriber('PRO');
    await bench.standIn.changePlan(subscriptionId, 'STANDARD');
    await bench.standIn.cancel(subscriptionId);
    expect(await bench.read(subscriptionId)).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: seconds('2026-02-28T10:00:00Z'),
      schedule: null,
    });
    await bench.standIn.resume(subscriptionId);
    expect(await bench.read(subscriptionId)).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
    await bench.standIn.cancel(subscriptionId);
    await bench.standIn.nextCycle(customerId);
    expect(await bench.read(subscriptionId)).toMatchObject({
      status: 'canceled',
      ended_at: seconds('2026-02-28T10:00:00Z'),
    });
    expect(await invoicesOf(subscriptionId)).toHaveLength(1);
    await expect(bench.standIn.resume(subscriptionId)).rejects.toThrow('canceled subscription');
    await expect(bench.standIn.nextCycle(customerId)).rejects.toThrow('Nothing is scheduled');
  });

  it('is retried after 3, 7 and 14 days when its renewal is declined, and then ends', async () => {
    const { customerId, subscriptionId } = await bench.subscriber('STANDARD');
    await bench.standIn.card(customerId, 'failing');
    const seen: unknown[] = [];
    for (const _ of ['renewal', 'first', 'second', 'third']) {
      const at = await bench.standIn.nextCycle(customerId);
      const [invoice] = await invoicesOf(subscriptionId);
      const { status } = await bench.read(subscriptionId);
      seen.push([
        iso(at.getTime() / 1000),
        status,
        invoice?.attempt_count,
        iso(invoice?.next_payment_attempt),
      ]);
    }
    expect(seen).toEqual([
      ['2026-02-28T10:00', 'past_due', 1, '2026-03-03T10:00'],
      ['2026-03-03T10:00', 'past_due', 2, '2026-03-07T10:00'],
      ['2026-03-07T10:00', 'past_due', 3, '2026-03-14T10:00'],
      ['2026-03-14T10:00', 'canceled', 4, null],
    ]);
    expect((await bench.read(subscriptionId)).cancellation_details?.reason).toBe('payment_failed');
  });

  it('continues once a later try, or the customer, has paid', async () => {
    const { customerId, subscriptionId } = await bench.subscriber('STANDARD');
    await bench.standIn.failNextPayment(customerId);
    await bench.standIn.nextCycle(customerId);
    expect((await bench.read(subscriptionId)).status).toBe('past_due');
    await bench.standIn.nextCycle(customerId);
    expect((await bench.read(subscriptionId)).status).toBe('active');

    await bench.standIn.card(customerId, 'failing');
    await bench.standIn.nextCycle(customerId);
    const [owed] = await invoicesOf(subscriptionId);
    expect(await bench.standIn.payInvoice(owed?.id ?? '')).toBe(false);
    expect((await invoicesOf(subscriptionId))[0]).toMatchObject({
      attempt_count: 1,
      next_payment_attempt: owed?.next_payment_attempt,
    });
    await bench.standIn.card(customerId, 'good');
    expect(await bench.standIn.payInvoice(owed?.id ?? '')).toBe(true);
    expect((await bench.read(subscriptionId)).status).toBe('active');
    await expect(bench.standIn.payInvoice(owed?.id ?? '')).rejects.toThrow('already paid');
  });

  it('ends with its customer, whose personal data is deleted', async () => {
    const { stripe, standIn } = bench;
    const { customerId, subscriptionId, checkoutId } = await bench.subscriber(
      'PRO',
      'gone-for-good@example.org',
    );
    for (const email of ['moved-gone-for-good@example.org', 'gone-for-good@example.com'])
      expect(await stripe.customers.update(customerId, { email })).toMatchObject({ id: customerId, email });
    expect(await stripe.customers.del(customerId)).toEqual(expect.objectContaining({ deleted: true }));
    expect(await stripe.customers.retrieve(customerId)).toMatchObject({ deleted: true });
    expect((await bench.read(subscriptionId)).status).toBe('canceled');
    expect((await stripe.checkout.sessions.retrieve(checkoutId)).customer_details).toBeNull();
    const rows = await Promise.all(
      ['stand_in_objects', 'stand_in_events'].map((table) =>
        database.orm.execute(`select 1 from ${table} where body::text like '%gone-for-good%'`),
      ),
    );
    expect(rows.flatMap(({ rows: found }) => found)).toEqual([]);
    await expect(stripe.customers.del(customerId)).rejects.toMatchObject({ code: 'resource_missing' });
    await expect(bench.purchase(customerId)).rejects.toMatchObject({ code: 'resource_missing' });
    await expect(standIn.card(customerId, 'good')).rejects.toBeInstanceOf(StandInError);
  });
});
