import { type SubscriptionTier, subscriptionPlans, subscriptionTiers } from '#contract/prices.ts';
import type { Plan, Price, Product } from '../wire.ts';

const created = Date.UTC(2026, 0, 1) / 1000;

export const standInPrices: Readonly<Record<SubscriptionTier, string>> = {
  STANDARD: 'price_standin_standard',
  PRO: 'price_standin_pro',
};
const products: Readonly<Record<SubscriptionTier, { id: string; name: string }>> = {
  STANDARD: { id: 'prod_standin_standard', name: 'Hearthscribe Standard' },
  PRO: { id: 'prod_standin_pro', name: 'Hearthscribe Pro' },
};

export const tierName: Readonly<Record<SubscriptionTier, string>> = { STANDARD: 'Standard', PRO: 'Pro' };

export const productOf = (tier: SubscriptionTier): Product => ({
  id: products[tier].id,
  object: 'product',
  active: true,
  created,
  default_price: standInPrices[tier],
  description: null,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: { tier },
  name: products[tier].name,
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  tax_details: null,
  type: 'service',
  unit_label: null,
  updated: created,
  url: null,
});

export const priceOf = (tier: SubscriptionTier): Price => ({
  id: standInPrices[tier],
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created,
  currency: 'usd',
  custom_unit_amount: null,
  livemode: false,
  lookup_key: tier,
  metadata: { tier },
  nickname: null,
  product: products[tier].id,
  recurring: {
    interval: 'month',
    interval_count: 1,
    meter: null,
    trial_period_days: null,
    usage_type: 'licensed',
  },
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: 'recurring',
  unit_amount: subscriptionPlans[tier].centsPerMonth,
  unit_amount_decimal: String(subscriptionPlans[tier].centsPerMonth),
});

export const planOf = (tier: SubscriptionTier): Plan => ({
  id: standInPrices[tier],
  object: 'plan',
  active: true,
  amount: subscriptionPlans[tier].centsPerMonth,
  amount_decimal: String(subscriptionPlans[tier].centsPerMonth),
  billing_scheme: 'per_unit',
  created,
  currency: 'usd',
  interval: 'month',
  interval_count: 1,
  livemode: false,
  metadata: { tier },
  meter: null,
  nickname: null,
  product: products[tier].id,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
});

export const tierOfPrice = (priceId: string): SubscriptionTier | null =>
  subscriptionTiers.find((tier) => standInPrices[tier] === priceId) ?? null;
export const tierOfProduct = (productId: string): SubscriptionTier | null =>
  subscriptionTiers.find((tier) => products[tier].id === productId) ?? null;

export const oncePrice = (given: { id: string; created: number; product: string; cents: number }): Price => ({
  ...priceOf('STANDARD'),
  id: given.id,
  active: false,
  created: given.created,
  lookup_key: null,
  metadata: {},
  product: given.product,
  recurring: null,
  type: 'one_time',
  unit_amount: given.cents,
  unit_amount_decimal: String(given.cents),
});
