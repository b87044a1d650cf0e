import { existsSync, readFileSync } from 'node:fs';
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import {
  checkoutFacts,
  invoiceFacts,
  paymentFacts,
  subjectOf,
  subscriptionFacts,
  type TierPrices,
} from '#server/billing/stripe-facts.ts';

/** Not part of the repository. */
const examplesPath = new URL('../../../../shared/data/stripe/fixtures3.json', import.meta.url);
const why = existsSync(examplesPath) ? '' : ' (skipped: ../shared/data/stripe is not here)';

const prices: TierPrices = { STANDARD: ['price_standard', 'price_standard_before'], PRO: ['price_pro'] };
const seconds = (iso: string) => Date.parse(iso) / 1000;

describe.skipIf(why !== '')(`Stripe's published examples${why}`, () => {
  const examples = (why === '' ? JSON.parse(readFileSync(examplesPath, 'utf8')) : { resources: {} }) as {
    resources: Record<string, unknown>;
  };
  const example = <Resource>(name: string) => structuredClone(examples.resources[name]) as Resource;

  it('a checkout session', () => {
    const session = example<Stripe.Checkout.Session>('checkout.session');
    expect(checkoutFacts(session)).toBeNull();
    const intent = example<Stripe.PaymentIntent>('payment_intent');
    const ours = {
      ...session,
      metadata: { app: 'hearthscribe', userId: 'u1', quantity: '25' },
      payment_intent: intent,
    };
    expect(checkoutFacts(ours)).toMatchObject({
      id: session.id,
      userId: 'u1',
      quantity: 25,
      state: 'open',
      paymentIntentId: intent.id,
      createdAt: new Date(session.created * 1000),
    });
    const paid = { ...ours, status: 'complete', payment_status: 'paid', amount_total: 4000 } as const;
    expect(checkoutFacts(paid)).toMatchObject({ state: 'paid', amountCents: 4000 });
    expect(checkoutFacts({ ...paid, payment_status: 'unpaid' })).toMatchObject({
      state: intent.status === 'requires_payment_method' ? 'expired' : 'processing',
    });
    expect(() => checkoutFacts({ ...ours, payment_intent: 'pi_1' })).toThrow('did not expand');
  });

  it('a subscription, with dates on its items', () => {
    const subscription = example<Stripe.Subscription>('subscription');
    expect(subscriptionFacts({ ...subscription, schedule: null }, prices)).toBeNull();
    const item = {
      ...subscription.items.data[0]!,
      current_period_start: seconds('2026-03-01T00:00:00Z'),
      current_period_end: seconds('2026-04-01T00:00:00Z'),
    };
    const of = (price: string, more: Partial<Stripe.Subscription> = {}) =>
      subscriptionFacts(
        {
          ...subscription,
          schedule: null,
          cancel_at: null,
          cancel_at_period_end: false,
          ...more,
          items: { ...subscription.items, data: [{ ...item, price: { ...item.price, id: price } }] },
        },
        prices,
      );
    expect(of('price_pro')).toMatchObject({
      id: subscription.id,
      tier: 'PRO',
      status: subscription.status,
      customerId: expect.any(String),
      periodEnd: new Date(item.current_period_end * 1000),
      isCancelledAtPeriodEnd: false,
      pendingTier: null,
    });
    expect(of('price_standard_before')).toMatchObject({ tier: 'STANDARD' });
    expect(of('price_pro', { cancel_at: item.current_period_end })).toMatchObject({
      isCancelledAtPeriodEnd: true,
    });
    const schedule = example<Stripe.SubscriptionSchedule>('subscription_schedule');
    const phase = schedule.phases[0]!;
    const coming = {
      ...schedule,
      phases: [
        { ...phase, start_date: item.current_period_start },
        {
          ...phase,
          start_date: item.current_period_end,
          items: [{ ...phase.items[0]!, price: 'price_standard' }],
        },
      ],
    };
    expect(of('price_pro', { schedule: coming })).toMatchObject({ pendingTier: 'STANDARD' });
    expect(of('price_standard', { schedule: coming })).toMatchObject({ pendingTier: null });
  });

  it('an invoice, its lines and what paid it', () => {
    const invoice = example<Stripe.Invoice>('invoice');
    const line = example<Stripe.InvoiceLineItem>('line_item');
    const payment = example<Stripe.InvoicePayment>('invoice_payment');
    const full: Stripe.Invoice = {
      ...invoice,
      status: 'paid',
      status_transitions: { ...invoice.status_transitions, paid_at: seconds('2026-03-01T10:00:00Z') },
      payments: {
        object: 'list',
        has_more: false,
        url: '/v1/invoice_payments',
        data: [
          { ...payment, status: 'open', is_default: true },
          { ...payment, status: 'paid', payment: { type: 'payment_intent', payment_intent: 'pi_paid' } },
        ],
      },
    };
    const own = {
      ...line,
      pricing: {
        type: 'price_details',
        price_details: { price: 'price_pro', product: 'prod_1' },
        unit_amount_decimal: null,
      },
    } as Stripe.InvoiceLineItem;
    expect(invoiceFacts(full, [own, line], prices)).toMatchObject({
      id: invoice.id,
      state: 'paid',
      paidAt: new Date('2026-03-01T10:00:00Z'),
      paymentIntentId: 'pi_paid',
      lines: [
        { tier: 'PRO', amountCents: line.amount, periodStart: new Date(line.period.start * 1000) },
        { tier: null },
      ],
    });
  });

  it('a payment intent with its charge, and disputes', () => {
    const intent = example<Stripe.PaymentIntent>('payment_intent');
    const charge = example<Stripe.Charge>('charge');
    const dispute = example<Stripe.Dispute>('dispute');
    const paid = { ...intent, amount_received: 1000, latest_charge: { ...charge, amount_refunded: 200 } };
    expect(paymentFacts(paid, [])).toEqual({
      paymentIntentId: intent.id,
      amountCents: 1000,
      refundedCents: 200,
    });
    expect(paymentFacts(paid, [{ ...dispute, status: 'won', amount: 800 }]).refundedCents).toBe(200);
    expect(paymentFacts(paid, [{ ...dispute, status: 'lost', amount: 1000 }]).refundedCents).toBe(1000);
    expect(() => paymentFacts({ ...intent, latest_charge: 'ch_1' }, [])).toThrow('did not expand');
  });

  it.each([
    ['checkout.session.completed', 'checkout.session', 'checkout', 'id'],
    ['checkout.session.async_payment_failed', 'checkout.session', 'checkout', 'id'],
    ['customer.subscription.updated', 'subscription', 'subscription', 'id'],
    ['subscription_schedule.updated', 'subscription_schedule', 'subscription', 'subscription'],
    ['invoice.paid', 'invoice', 'invoice', 'id'],
    ['charge.refunded', 'charge', 'payment', 'payment_intent'],
    ['refund.created', 'refund', 'payment', 'payment_intent'],
    ['charge.dispute.closed', 'dispute', 'payment', 'payment_intent'],
    ['payout.paid', 'payout', 'other', 'id'],
    ['charge.succeeded', 'charge', 'other', 'id'],
  ])('an event %s is about its %s: %s', (type, resource, kind, field) => {
    const object = example<Record<string, unknown>>(resource);
    object[field] ??= 'named_by_test';
    const event = { ...example<Stripe.Event>('event'), type, data: { object } } as unknown as Stripe.Event;
    expect(subjectOf(event)).toEqual({ kind, id: object[field] });
  });

  it('an event of a future invoice has no id, and is about nothing', () => {
    const { id: _, ...object } = example<{ id: string }>('invoice');
    const event = example<Stripe.Event>('event');
    const upcoming = { ...event, type: 'invoice.upcoming', data: { object } } as unknown as Stripe.Event;
    expect(subjectOf(upcoming)).toEqual({ kind: 'other', id: event.id });
  });
});
