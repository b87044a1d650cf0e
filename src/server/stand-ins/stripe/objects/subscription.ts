import type { SubscriptionTier } from '#contract/prices.ts';
import { newStandInId } from '../ids.ts';
import { periodEndAfter, type Seconds } from '../periods.ts';
import type { Subscription, SubscriptionItem, SubscriptionSchedule } from '../wire.ts';
import { planOf, priceOf, tierOfPrice } from './catalogue.ts';

export function newSubscription(given: {
  created: Seconds;
  customer: string;
  tier: SubscriptionTier;
  metadata: Record<string, string>;
  description: string | null;
}): Subscription {
  const { created } = given;
  const id = newStandInId('sub');
  const item: SubscriptionItem = {
    id: newStandInId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created,
    current_period_end: periodEndAfter(created, created),
    current_period_start: created,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(given.tier),
    price: priceOf(given.tier),
    quantity: 1,
    subscription: id,
    tax_rates: [],
  };
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: created,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created,
    currency: 'usd',
    customer: given.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: given.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [item],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: created,
    status: 'active',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: null,
  };
}

export function itemOf(subscription: Subscription): SubscriptionItem {
  const [item] = subscription.items.data;
  if (item === undefined) throw new Error(`${subscription.id} has no item.`);
  return item;
}

export function tierOf(subscription: Subscription): SubscriptionTier {
  const tier = tierOfPrice(itemOf(subscription).price.id);
  if (tier === null) throw new Error(`${subscription.id} has a price that is none of ours.`);
  return tier;
}

export function withItem(subscription: Subscription, change: Partial<SubscriptionItem>): Subscription {
  const item = { ...itemOf(subscription), ...change };
  return { ...subscription, items: { ...subscription.items, data: [item] } };
}

export const withTier = (subscription: Subscription, tier: SubscriptionTier): Subscription =>
  withItem(subscription, { plan: planOf(tier), price: priceOf(tier) });

export const isLive = ({ status }: Subscription): boolean => status === 'active' || status === 'past_due';

/** R9.5. */
export function newSchedule(
  subscription: Subscription,
  tier: SubscriptionTier,
  created: Seconds,
): SubscriptionSchedule {
  const item = itemOf(subscription);
  const invoiceSettings = {
    account_tax_ids: null,
    custom_fields: null,
    days_until_due: null,
    description: null,
    footer: null,
    issuer: { type: 'self' as const },
  };
  const phase = (price: string, start: Seconds, end: Seconds): SubscriptionSchedule['phases'][number] => ({
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: 'usd',
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    end_date: end,
    invoice_settings: null,
    items: [
      {
        billing_thresholds: null,
        discounts: [],
        metadata: {},
        plan: price,
        price,
        quantity: 1,
        tax_rates: [],
      },
    ],
    metadata: {},
    on_behalf_of: null,
    proration_behavior: 'none',
    start_date: start,
    transfer_data: null,
    trial_end: null,
  });
  const { current_period_start: start, current_period_end: end } = item;
  return {
    id: newStandInId('sub_sched'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    canceled_at: null,
    completed_at: null,
    created,
    current_phase: { end_date: end, start_date: start },
    customer: subscription.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: null,
      description: null,
      invoice_settings: invoiceSettings,
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [
      phase(item.price.id, start, end),
      phase(priceOf(tier).id, end, periodEndAfter(subscription.billing_cycle_anchor, end)),
    ],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: null,
  };
}
