import type { SubscriptionTier } from '#contract/prices.ts';
import { recordOf } from '#contract/unknown-values.ts';
import type { Act } from '../act.ts';
import { badRequest, declined, type StandInError } from '../errors.ts';
import { priceOf, tierName, tierOfPrice } from '../objects/catalogue.ts';
import type { LineWanted } from '../objects/invoice.ts';
import {
  isLive,
  itemOf,
  newSchedule,
  newSubscription,
  tierOf,
  withItem,
  withTier,
} from '../objects/subscription.ts';
import { periodEndAfter, prorate, type Seconds } from '../periods.ts';
import type { Customer, Invoice, PaymentMethod, Subscription, SubscriptionSchedule } from '../wire.ts';
import { bill, collect, giveUp, openInvoices, voidInvoice } from './invoices.ts';
import { customerOf } from './payments.ts';

const centsOf = (tier: SubscriptionTier): number => priceOf(tier).unit_amount ?? 0;
const onDay = (at: Seconds): string =>
  new Date(at * 1000).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });

const priced = (tier: SubscriptionTier) => {
  const { id: price, product } = priceOf(tier);
  return { price, product: product ?? '', unitCents: centsOf(tier) };
};

const monthLine = (tier: SubscriptionTier, start: Seconds, end: Seconds): LineWanted => ({
  ...priced(tier),
  description: `1 × Hearthscribe ${tierName[tier]} (at $${(centsOf(tier) / 100).toFixed(2)} / month)`,
  cents: centsOf(tier),
  start,
  end,
  isProration: false,
});

export async function change(
  act: Act,
  before: Subscription,
  after: Subscription,
  at: Seconds,
): Promise<Subscription> {
  const previous = Object.fromEntries(
    Object.entries(before).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(recordOf(after)[key]),
    ),
  );
  await act.objects.put(after);
  await act.tell('customer.subscription.updated', after, at, previous);
  return after;
}

export async function begin(
  act: Act,
  wanted: {
    customer: Customer;
    tier: SubscriptionTier;
    metadata: Record<string, string>;
    description: string | null;
    card: PaymentMethod;
    at: Seconds;
  },
): Promise<{ subscription: Subscription; invoice: Invoice }> {
  const { at, customer } = wanted;
  const made = newSubscription({ ...wanted, created: at, customer: customer.id });
  const { current_period_end: end } = itemOf(made);
  const invoice = await bill(act, {
    customer,
    subscription: made,
    reason: 'subscription_create',
    lines: [monthLine(wanted.tier, at, end)],
    periodStart: at,
    periodEnd: at,
    at,
  });
  const subscription: Subscription = { ...made, latest_invoice: invoice.id };
  await act.objects.put(subscription);
  await act.tell('customer.subscription.created', subscription, at);
  const collected = await collect(act, invoice, at, { card: wanted.card, fails: false });
  return { subscription, invoice: collected.invoice };
}

export function previewUpgrade(subscription: Subscription, tier: SubscriptionTier, at: Seconds) {
  const { current_period_start: start, current_period_end: end } = itemOf(subscription);
  return prorate({ oldCents: centsOf(tierOf(subscription)), newCents: centsOf(tier), start, end, at });
}

export const isDearer = (tier: SubscriptionTier, than: SubscriptionTier): boolean =>
  centsOf(tier) > centsOf(than);

export async function releaseSchedule(
  act: Act,
  subscription: Subscription,
  at: Seconds,
): Promise<Subscription> {
  if (subscription.schedule === null) return subscription;
  const schedule = await act.objects.get('subscription_schedule', subscription.schedule);
  const released: SubscriptionSchedule = {
    ...schedule,
    current_phase: null,
    released_at: at,
    released_subscription: subscription.id,
    status: 'released',
    subscription: null,
  };
  await act.objects.put(released);
  await act.tell('subscription_schedule.released', released, at, { status: schedule.status });
  return { ...subscription, schedule: null };
}

export async function liveSubscription(act: Act, id: string): Promise<Subscription> {
  const subscription = await act.objects.get('subscription', id, 'subscription');
  if (!isLive(subscription))
    throw badRequest(
      'A canceled subscription can only update its cancellation_details and metadata.',
      'subscription',
    );
  return subscription;
}

/** Charges the prorated difference (always_invoice). If the card is declined, nothing changes. */
export async function changeNow(
  act: Act,
  id: string,
  tier: SubscriptionTier,
  at: Seconds,
): Promise<Subscription | StandInError> {
  const before = await liveSubscription(act, id);
  const from = tierOf(before);
  const customer = await customerOf(act, before.customer);
  const { current_period_start: start, current_period_end: end } = itemOf(before);
  const { unused, remaining } = previewUpgrade(before, tier, at);
  const span = { start: at, end, isProration: true };
  const lines: LineWanted[] = [
    {
      ...span,
      ...priced(from),
      description: `Unused time on Hearthscribe ${tierName[from]} after ${onDay(at)}`,
      cents: -unused,
    },
    {
      ...span,
      ...priced(tier),
      description: `Remaining time on Hearthscribe ${tierName[tier]} after ${onDay(at)}`,
      cents: remaining,
    },
  ];
  const invoice = await bill(act, {
    customer,
    subscription: before,
    reason: 'subscription_update',
    lines,
    periodStart: start,
    periodEnd: at,
    at,
  });
  const collected = await collect(act, invoice, at);
  if (!collected.isPaid) {
    await voidInvoice(act, collected.invoice, at);
    return declined(collected.failed?.id ?? '');
  }
  const free = await releaseSchedule(act, before, at);
  const kept = { ...withTier(free, tier), cancel_at: null, cancel_at_period_end: false, canceled_at: null };
  return change(act, before, { ...kept, latest_invoice: invoice.id }, at);
}

/** R9.5. */
async function downgradeLater(
  act: Act,
  id: string,
  tier: SubscriptionTier,
  at: Seconds,
): Promise<Subscription> {
  const before = await liveSubscription(act, id);
  const free = await releaseSchedule(act, before, at);
  const schedule = newSchedule(free, tier, at);
  await act.objects.put(schedule);
  await act.tell('subscription_schedule.created', schedule, at);
  const kept = { ...free, cancel_at: null, cancel_at_period_end: false, canceled_at: null };
  return change(act, before, { ...kept, schedule: schedule.id }, at);
}

/** As in the portal; the current tier cancels a scheduled change. */
export async function changePlan(
  act: Act,
  id: string,
  tier: SubscriptionTier,
  at: Seconds,
): Promise<Subscription | StandInError> {
  const current = tierOf(await liveSubscription(act, id));
  if (current === tier) return keepTier(act, id, at);
  return isDearer(tier, current) ? changeNow(act, id, tier, at) : downgradeLater(act, id, tier, at);
}

export async function keepTier(act: Act, id: string, at: Seconds): Promise<Subscription> {
  const before = await liveSubscription(act, id);
  return before.schedule === null ? before : change(act, before, await releaseSchedule(act, before, at), at);
}

export async function setCancelled(
  act: Act,
  id: string,
  isCancelled: boolean,
  at: Seconds,
): Promise<Subscription> {
  const before = await liveSubscription(act, id);
  if (before.cancel_at_period_end === isCancelled) return before;
  const free = isCancelled ? await releaseSchedule(act, before, at) : before;
  const after: Subscription = {
    ...free,
    cancel_at: isCancelled ? itemOf(before).current_period_end : null,
    cancel_at_period_end: isCancelled,
    canceled_at: isCancelled ? at : null,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: isCancelled ? 'cancellation_requested' : null,
    },
  };
  return change(act, before, after, at);
}

export async function end(
  act: Act,
  before: Subscription,
  at: Seconds,
  reason: 'cancellation_requested' | 'payment_failed',
): Promise<Subscription> {
  const free = await releaseSchedule(act, before, at);
  const after: Subscription = {
    ...free,
    canceled_at: before.canceled_at ?? at,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
    ended_at: at,
    status: 'canceled',
  };
  for (const invoice of await openInvoices(act, before.id)) await giveUp(act, invoice);
  await act.objects.put(after);
  await act.tell('customer.subscription.deleted', after, at);
  return after;
}

export async function renew(act: Act, before: Subscription): Promise<Subscription> {
  const { current_period_start: start, current_period_end: at } = itemOf(before);
  if (before.cancel_at_period_end) return end(act, before, at, 'cancellation_requested');
  const schedule =
    before.schedule === null ? null : await act.objects.get('subscription_schedule', before.schedule);
  const coming = tierOfPrice(
    schedule?.phases.find((phase) => phase.start_date === at)?.items[0]?.price ?? '',
  );
  const tier = coming ?? tierOf(before);
  const free = coming === null ? before : await releaseSchedule(act, before, at);
  const next = periodEndAfter(before.billing_cycle_anchor, at);
  const turned = withItem(withTier(free, tier), { current_period_start: at, current_period_end: next });
  const invoice = await bill(act, {
    customer: await customerOf(act, before.customer),
    subscription: turned,
    reason: 'subscription_cycle',
    lines: [monthLine(tier, at, next)],
    periodStart: start,
    periodEnd: at,
    at,
  });
  const current = { ...turned, latest_invoice: invoice.id };
  await change(act, before, current, at);
  return afterAttempt(act, current, await collect(act, invoice, at), at);
}

export async function afterAttempt(
  act: Act,
  subscription: Subscription,
  collected: { isPaid: boolean; invoice: Invoice },
  at: Seconds,
): Promise<Subscription> {
  if (!collected.isPaid) {
    if (collected.invoice.next_payment_attempt === null) return end(act, subscription, at, 'payment_failed');
    return subscription.status === 'past_due'
      ? subscription
      : change(act, subscription, { ...subscription, status: 'past_due' }, at);
  }
  const owed = await openInvoices(act, subscription.id);
  return subscription.status === 'past_due' && owed.length === 0
    ? change(act, subscription, { ...subscription, status: 'active' }, at)
    : subscription;
}
