import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { subscriptionTiers } from '#contract/prices.ts';
import { idOf, ownMetadata, type TierPrices } from './stripe-facts.ts';

type Features = Stripe.BillingPortal.ConfigurationCreateParams.Features;

/** What customers may do in the billing portal (R4.11, R9.5). */
function featuresOf(products: readonly { product: string; prices: string[] }[]): Features {
  return {
    payment_method_update: { enabled: true },
    invoice_history: { enabled: true },
    customer_update: { enabled: true, allowed_updates: ['address', 'name', 'tax_id'] },
    // Kept until the end of the period.
    subscription_cancel: { enabled: true, mode: 'at_period_end', proration_behavior: 'none' },
    subscription_update: {
      enabled: true,
      default_allowed_updates: ['price'],
      products: [...products],
      // Upgrades at once, and paid at once: their credits come with that invoice. Downgrades when the period ends.
      proration_behavior: 'always_invoice',
      schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
    },
  };
}

/** The configuration of the billing portal: made once at Stripe, and found there again by every later process. */
export function createPortalConfiguration(stripe: Stripe, prices: TierPrices): () => Promise<string> {
  async function productsOfTiers() {
    const products = new Map<string, string[]>();
    for (const tier of subscriptionTiers) {
      const [price] = prices[tier];
      const product = idOf((await stripe.prices.retrieve(price)).product)!;
      products.set(product, [...(products.get(product) ?? []), price]);
    }
    return [...products].map(([product, ids]) => ({ product, prices: ids }));
  }

  async function findOrMake(): Promise<string> {
    const features = featuresOf(await productsOfTiers());
    // Whoever sells other prices, or a later version that allows something else, gets a configuration of its own.
    const made = createHash('sha256').update(JSON.stringify(features)).digest('hex').slice(0, 32);
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
