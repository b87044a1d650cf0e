import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { createStandInBench, type StandInBench } from '#tests/support/stand-in-bench.ts';
import { deviations, exampleOf, noExamples } from './stripe-shape.ts';

let database: Database;
let bench: StandInBench;

async function live(): Promise<void> {
  const { standIn, stripe } = bench;
  const { customerId, subscriptionId } = await bench.subscriber('STANDARD');
  await standIn.changePlan(subscriptionId, 'PRO');
  await standIn.changePlan(subscriptionId, 'STANDARD');
  await standIn.keepPlan(subscriptionId);
  await standIn.changePlan(subscriptionId, 'STANDARD');
  await standIn.nextCycle(customerId);
  await standIn.cancel(subscriptionId);
  await standIn.resume(subscriptionId);
  await standIn.failNextPayment(customerId);
  await expect(standIn.changePlan(subscriptionId, 'PRO')).rejects.toThrow('Your card was declined.');
  await standIn.card(customerId, 'failing');
  for (const _ of ['the renewal', 'three tries more']) await standIn.nextCycle(customerId);

  const purchase = await bench.purchase(customerId);
  await standIn.decline(purchase.id);
  const paid = await standIn.pay(purchase.id);
  await standIn.refund(paid.payment_intent ?? '', 300);
  await standIn.closeDispute(await standIn.dispute(paid.payment_intent ?? ''), 'lost');
  for (const outcome of ['arrives', 'fails'] as const) {
    const slow = await bench.purchase(customerId);
    await standIn.pay(slow.id, { slowly: true });
    await standIn.settle(slow.id, outcome);
  }
  await stripe.checkout.sessions.expire((await bench.purchase(customerId)).id);
  await stripe.customers.update(customerId, { name: 'Mira' });
  const other = await bench.subscriber('PRO', 'other@example.org');
  const portal = { customer: other.customerId, return_url: 'http://localhost:3000/campaign#billing' };
  await stripe.billingPortal.sessions.create(portal);
  await stripe.customers.del(other.customerId);
}

/** How the SDK's types of 2026-10-28 differ from Stripe's examples, which leave out optional fields. */
const known = [
  'checkout.session.allowed_payment_method_types is more',
  'customer.customer_account is more',
  'billing_portal.configuration.features.subscription_cancel.cancellation_reason.feedback_options is more',
  'billing_portal.configuration.features.subscription_pause is more',
  'charge.payment_method_details.card.electronic_commerce_indicator is more',
  'charge.refunds is missing',
  'dispute.evidence_details.submission_method is more',
  'dispute.intended_submission_method is more',
  'invoice.lines.data[].pricing.price_details is more',
  'invoice.subscription is missing',
  'invoice_payment.payment.payment_intent is more',
  'payment_intent.allowed_payment_method_types is more',
  'payment_intent.last_payment_error.advice_code is more',
  'payment_intent.last_payment_error.charge is more',
  'payment_intent.last_payment_error.code is more',
  'payment_intent.last_payment_error.decline_code is more',
  'payment_intent.last_payment_error.message is more',
  'payment_intent.payment_record is more',
  'product.tax_details is more',
  'subscription.cancellation_details.feedback_option is more',
  'subscription.items.data[].current_trial is more',
  'subscription.trial_settings.end_behavior.billing_cycle_anchor is more',
  'subscription_schedule.pause_schedules is more',
  'subscription_schedule.phases[].items[].plan is string, not object',
];

const kinds = [
  'checkout.session',
  'customer',
  'deleted_customer',
  'billing_portal.configuration',
  'billing_portal.session',
  'charge',
  'dispute',
  'event',
  'invoice',
  'invoice_payment',
  'line_item',
  'payment_intent',
  'payment_method',
  'price',
  'product',
  'refund',
  'subscription',
  'subscription_item',
  'subscription_schedule',
];

describe('the shape checker reports each deviation', () => {
  const example = { id: 'a', at: 1, list: [{ on: true }], open: {}, unknown: null };
  it.each([
    [{ id: 'b', at: 2, list: [], open: { any: 1 }, unknown: 'x' }, []],
    [{ id: null, at: null, list: null, open: null, unknown: null }, []],
    [
      { id: 1, at: '1', list: {}, open: [], unknown: 1 },
      [
        'o.id is number, not string',
        'o.at is string, not number',
        'o.list is object, not array',
        'o.open is array, not object',
      ],
    ],
    [
      { id: 'b', at: 1, list: [{ on: 'yes' }, {}], open: {}, unknown: 1, more: 1 },
      ['o.list[].on is string, not boolean', 'o.list[].on is missing', 'o.more is more'],
    ],
  ])('%j', (given, expected) => {
    expect(deviations(given, example, 'o')).toEqual(expected);
  });
});

describe.skipIf(noExamples !== null)(
  `Stripe’s published examples${noExamples === null ? '' : `: ${noExamples}`}`,
  () => {
    const met = new Map<string, Set<string>>();

    function note(object: { object: string }, kind = object.object): void {
      const of = met.get(kind) ?? new Set();
      for (const one of deviations(JSON.parse(JSON.stringify(object)), exampleOf(kind), kind)) of.add(one);
      met.set(kind, of);
    }

    beforeAll(async () => {
      database = await openTestDatabase();
      bench = createStandInBench(database);
      await live();
    });
    afterAll(() => database.close());

    it('[R7.10] [R7.11] [R7.12] every object and event of the stand-in has their shape', async () => {
      const { stripe, standIn, heard } = bench;
      const all = { limit: 100 } as const;
      const lists = await Promise.all([
        stripe.customers.list(all),
        stripe.checkout.sessions.list(all),
        stripe.paymentIntents.list(all),
        stripe.charges.list(all),
        stripe.refunds.list(all),
        stripe.disputes.list(all),
        stripe.invoices.list(all),
        stripe.invoicePayments.list(all),
        stripe.subscriptions.list({ ...all, status: 'all' }),
        stripe.subscriptionSchedules.list(all),
        stripe.billingPortal.configurations.list(all),
        stripe.prices.list(all),
        stripe.products.list(all),
      ]);
      for (const { data } of lists) {
        expect(data).not.toEqual([]);
        for (const object of data) note(object);
      }
      const { data: subscriptions } = await stripe.subscriptions.list({ ...all, status: 'all' });
      for (const { items } of subscriptions) for (const item of items.data) note(item);
      const { data: invoices } = await stripe.invoices.list(all);
      for (const { lines } of invoices) for (const line of lines.data) note(line);
      const { data: charges } = await stripe.charges.list(all);
      note(await stripe.paymentMethods.retrieve(charges[0]?.payment_method ?? ''));
      const { id } = await bench.customer('gone@example.org');
      const portal = { customer: id, return_url: 'http://localhost:3000/campaign' };
      note(await stripe.billingPortal.sessions.create(portal));
      note(await stripe.customers.del(id), 'deleted_customer');

      expect(await standIn.deliver({ order: 'made' })).toMatchObject({ failed: 0 });
      const told = new Set<string>();
      for (const { body } of heard) {
        const event = JSON.parse(body);
        note({ ...event, data: { object: null } });
        note(event.data.object);
        told.add(event.type);
      }
      expect([...told].sort()).toEqual([
        'charge.dispute.closed',
        'charge.dispute.created',
        'charge.failed',
        'charge.refunded',
        'charge.succeeded',
        'checkout.session.async_payment_failed',
        'checkout.session.async_payment_succeeded',
        'checkout.session.completed',
        'checkout.session.expired',
        'customer.created',
        'customer.deleted',
        'customer.subscription.created',
        'customer.subscription.deleted',
        'customer.subscription.updated',
        'customer.updated',
        'invoice.created',
        'invoice.finalized',
        'invoice.paid',
        'invoice.payment_failed',
        'invoice.payment_succeeded',
        'invoice.voided',
        'invoice_payment.paid',
        'payment_intent.payment_failed',
        'payment_intent.processing',
        'payment_intent.succeeded',
        'refund.created',
        'subscription_schedule.created',
        'subscription_schedule.released',
      ]);

      expect([...met.keys()].sort()).toEqual([...kinds].sort());
      const within = /^(line_item|subscription_item)\./;
      const found = [...met.values()].flatMap((of) => [...of]).filter((one) => !within.test(one));
      expect(found.sort()).toEqual([...known].sort());
    });
  },
);
