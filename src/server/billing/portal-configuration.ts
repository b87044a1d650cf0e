import type Stripe from 'stripe';
import { subscriptionTiers } from '#contract/prices.ts';
import { present } from '#contract/unknown-values.ts';
import { digestOf } from '#server/platform/digest.ts';
import { idOf, ownMetadata, type TierPrices } from './stripe-facts.ts';

type Features = Stripe.BillingPortal.ConfigurationCreateParams.Features;

function featuresOf(products: readonly { product: string; prices: string[] }[]): Features {
  return {
    payment_method_update: { enabled: true },
    invoice_history: { enabled: true },
    customer_update: { enabled: true, allowed_updates: ['address', 'name', 'tax_id'] },
    subscription_cancel: { enabled: true, mode: 'at_period_end', proration_behavior: 'none' },
    subscription_update: {
      enabled: true,
      default_allowed_updates: ['price'],
      products: [...products],
      // Upgrades apply, are paid and grant credits at once; downgrades at the end of the period.
      proration_behavior: 'always_invoice',
      schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
    },
  };
}

/** Created once at Stripe and reused by later processes. */
export function createPortalConfiguration(stripe: Stripe, prices: TierPrices): () => Promise<string> {
  async function productsOfTiers() {
    const products = new Map<string, string[]>();
    for (const tier of subscriptionTiers) {
      const [price] = prices[tier];
      const product = present(idOf((await stripe.prices.retrieve(price)).product), `product of ${price}`);
      products.set(product, [...(products.get(product) ?? []), price]);
    }
    return [...products].map(([product, ids]) => ({ product, prices: ids }));
  }

  async function findOrMake(): Promise<string> {
    const features = featuresOf(await productsOfTiers());
    const made = digestOf(JSON.stringify(features));
    for await (const one of stripe.billingPortal.configurations.list({ active: true, limit: 100 }))
      if (one.metadata?.app === ownMetadata.app && one.metadata.made === made) return one.id;
    const { id } = await stripe.billingPortal.configurations.create(
      { features, metadata: { ...ownMetadata, made } },
      { idempotencyKey: `portal-configuration:${made}` },
    );
    return id;
  }

  let found: Promise<string> | null = null;
  return () => {
    found ??= findOrMake().catch((error: unknown) => {
      found = null;
      throw error;
    });
    return found;
  };
}
