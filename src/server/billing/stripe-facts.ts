import type Stripe from 'stripe';
import { type SubscriptionTier, subscriptionTiers } from '#contract/prices.ts';
import { recordOf } from '#contract/unknown-values.ts';
import type { StripeSettings } from '#server/platform/config.ts';
import { type Subject, subjectKindOf } from './event-subjects.ts';
import type { CheckoutFacts, InvoiceFacts, PaymentFacts, SubscriptionFacts } from './port.ts';

export type TierPrices = StripeSettings['prices'];

/** The account at Stripe may sell other things, too. */
export const ownMetadata = { app: 'hearthscribe' } as const;

type Reference = string | { id: string };

export function idOf(reference: Reference): string;
export function idOf(reference: Reference | null | undefined): string | null;
export function idOf(reference: Reference | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}

const moment = (seconds: number) => new Date(seconds * 1000);
const momentOrNull = (seconds: number | null | undefined) =>
  seconds === null || seconds === undefined ? null : moment(seconds);

export function expanded<T extends { id: string }>(
  object: string | T | null | undefined,
  name: string,
): T | null {
  if (typeof object === 'string') throw new TypeError(`Stripe did not expand ${name}.`);
  return object ?? null;
}

export function tierOf(prices: TierPrices, price: string | { id: string } | null | undefined) {
  const id = idOf(price);
  return subscriptionTiers.find((tier) => id !== null && prices[tier].includes(id)) ?? null;
}

function checkoutState(session: Stripe.Checkout.Session): CheckoutFacts['state'] {
  if (session.status === 'expired') return 'expired';
  if (session.status !== 'complete') return 'open';
  if (session.payment_status !== 'unpaid') return 'paid';
  const intent = expanded(session.payment_intent, 'the payment intent of a checkout');
  return intent?.status === 'requires_payment_method' || intent?.status === 'canceled'
    ? 'expired'
    : 'processing';
}

/** Needs the payment intent expanded; null if it is not ours. */
export function checkoutFacts(session: Stripe.Checkout.Session): CheckoutFacts | null {
  if (session.metadata?.app !== ownMetadata.app) return null;
  const intent = expanded(session.payment_intent, 'the payment intent of a checkout');
  const state = checkoutState(session);
  const quantity = Number(session.metadata.quantity);
  return {
    id: session.id,
    userId: session.metadata.userId ?? null,
    customerId: idOf(session.customer),
    state,
    quantity: session.mode === 'payment' && Number.isSafeInteger(quantity) && quantity > 0 ? quantity : null,
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
    paymentIntentId: intent?.id ?? null,
    subscriptionId: idOf(session.subscription),
    createdAt: moment(session.created),
    paidAt: state === 'paid' ? moment(intent?.created ?? session.created) : null,
  };
}

function pendingTier(
  prices: TierPrices,
  schedule: Stripe.SubscriptionSchedule | null,
  periodEnd: number,
  tier: SubscriptionTier,
): SubscriptionTier | null {
  const next = schedule?.phases.find(({ start_date: start }) => start >= periodEnd);
  const coming = next?.items.map(({ price }) => tierOf(prices, price)).find((one) => one !== null) ?? null;
  return coming === tier ? null : coming;
}

/** Needs the schedule expanded; null if it has none of our prices. */
export function subscriptionFacts(
  subscription: Stripe.Subscription,
  prices: TierPrices,
): SubscriptionFacts | null {
  const schedule = expanded(subscription.schedule, 'the schedule of a subscription');
  const item = subscription.items.data.find(({ price }) => tierOf(prices, price) !== null);
  const tier = item === undefined ? null : tierOf(prices, item.price);
  if (item === undefined || tier === null) return null;
  return {
    id: subscription.id,
    userId: subscription.metadata.userId ?? null,
    customerId: idOf(subscription.customer),
    // biome-ignore lint/plugin: these are all that Stripe has; its types admit that it may add some.
    status: subscription.status as SubscriptionFacts['status'],
    tier,
    pendingTier: pendingTier(prices, schedule, item.current_period_end, tier),
    // Newer billing modes only say when it ends.
    isCancelledAtPeriodEnd: subscription.cancel_at_period_end || Boolean(subscription.cancel_at),
    cancelledAt: momentOrNull(subscription.canceled_at),
    startedAt: moment(subscription.start_date),
    periodStart: moment(item.current_period_start),
    periodEnd: moment(item.current_period_end),
    endedAt: momentOrNull(subscription.ended_at),
    isEndedUnpaid:
      subscription.status === 'canceled' && subscription.cancellation_details?.reason === 'payment_failed',
    latestInvoiceId: idOf(subscription.latest_invoice),
  };
}

function intentOf(invoice: Stripe.Invoice): string | null {
  const payments = invoice.payments?.data ?? [];
  const one = payments.find(({ status }) => status === 'paid') ?? payments.find((each) => each.is_default);
  return idOf(one?.payment.payment_intent);
}

/** @param lines all; an invoice itself only has the first ten */
export function invoiceFacts(
  invoice: Stripe.Invoice,
  lines: readonly Stripe.InvoiceLineItem[],
  prices: TierPrices,
): InvoiceFacts {
  return {
    id: invoice.id,
    customerId: idOf(invoice.customer) ?? '',
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    // biome-ignore lint/plugin: these are all that Stripe has; its types admit that it may add some.
    state: (invoice.status ?? 'draft') as InvoiceFacts['state'],
    reason: invoice.billing_reason ?? 'manual',
    amountPaidCents: invoice.amount_paid,
    currency: invoice.currency,
    paidAt: invoice.status === 'paid' ? moment(invoice.status_transitions.paid_at ?? invoice.created) : null,
    paymentIntentId: intentOf(invoice),
    lines: lines.map((line) => ({
      tier: tierOf(prices, line.pricing?.price_details?.price),
      isProration:
        line.parent?.subscription_item_details?.proration ??
        line.parent?.invoice_item_details?.proration ??
        false,
      amountCents: line.amount,
      periodStart: moment(line.period.start),
      periodEnd: moment(line.period.end),
    })),
  };
}

/** Needs the latest charge expanded; lost disputes count as refunds. */
export function paymentFacts(
  intent: Stripe.PaymentIntent,
  disputes: readonly Pick<Stripe.Dispute, 'status' | 'amount'>[],
): PaymentFacts {
  const charge = expanded(intent.latest_charge, 'the latest charge of a payment intent');
  const lost = disputes.reduce((sum, { status, amount }) => (status === 'lost' ? sum + amount : sum), 0);
  return {
    paymentIntentId: intent.id,
    amountCents: intent.amount_received,
    refundedCents: Math.min(intent.amount_received, (charge?.amount_refunded ?? 0) + lost),
  };
}

function idOfUnknown(reference: unknown): string | null {
  const id = typeof reference === 'string' ? reference : recordOf(reference).id;
  return typeof id === 'string' ? id : null;
}

export function subjectOf(event: Stripe.Event): Subject {
  const object = recordOf(event.data.object);
  const kind = subjectKindOf(event.type);
  const id =
    kind === 'payment'
      ? idOfUnknown(object.payment_intent)
      : event.type.startsWith('subscription_schedule.')
        ? (idOfUnknown(object.subscription) ?? idOfUnknown(object.released_subscription))
        : idOfUnknown(object.id);
  return id ? { kind, id } : { kind: 'other', id: idOfUnknown(object.id) ?? event.id };
}
