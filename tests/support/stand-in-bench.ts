import Stripe from 'stripe';
import type { Database } from '#server/platform/database/database.ts';
import { createStandIn, type StandInDependencies } from '#server/stand-ins/stripe/stand-in.ts';
import { silentLog } from './database.ts';

export const benchSecret = 'whsec_of_the_bench';

export function createStandInBench(database: Database, options: Partial<StandInDependencies> = {}) {
  let now = new Date('2026-01-31T10:00:00Z');
  const heard: { body: string; signature: string }[] = [];
  let answer = 204;
  const standIn = createStandIn({
    database,
    clock: { now: () => now },
    log: silentLog,
    webhookSecret: benchSecret,
    ticks: false,
    ...options,
  });
  standIn.setDeliver(async (request) => {
    heard.push({ body: await request.text(), signature: request.headers.get('stripe-signature') ?? '' });
    return new Response(null, { status: answer });
  });
  const stripe = new Stripe(standIn.secretKey, {
    httpClient: Stripe.createFetchHttpClient(standIn.fetch),
    maxNetworkRetries: 0,
    telemetry: false,
  });

  return {
    standIn,
    stripe,
    heard,
    now: () => now,
    setNow: (iso: string) => {
      now = new Date(iso);
    },
    answerWith: (status: number) => {
      answer = status;
    },
    customer: (email = 'mira@example.org') =>
      stripe.customers.create({ email, metadata: { userId: 'user-1' } }),
    purchase: (customer: string, cents = 1000) =>
      stripe.checkout.sessions.create({
        mode: 'payment',
        customer,
        client_reference_id: 'user-1',
        success_url: 'http://localhost:3000/campaign#purchase-complete',
        cancel_url: 'http://localhost:3000/campaign#purchase-abandoned',
        line_items: [
          {
            quantity: 1,
            price_data: { currency: 'usd', unit_amount: cents, product_data: { name: '500 credits' } },
          },
        ],
        metadata: { quantity: '5' },
        payment_intent_data: { metadata: { quantity: '5' }, description: '500 credits' },
      }),
    subscription: (customer: string, tier: 'STANDARD' | 'PRO') =>
      stripe.checkout.sessions.create({
        mode: 'subscription',
        customer,
        success_url: 'http://localhost:3000/campaign#purchase-complete',
        cancel_url: 'http://localhost:3000/campaign#purchase-abandoned',
        line_items: [{ price: standIn.prices[tier], quantity: 1 }],
        metadata: { tier },
        subscription_data: { metadata: { userId: 'user-1' } },
      }),
    async subscriber(tier: 'STANDARD' | 'PRO', email?: string) {
      const customer = await this.customer(email);
      const { id } = await this.subscription(customer.id, tier);
      const { subscription } = await standIn.pay(id);
      return { customerId: customer.id, subscriptionId: subscription ?? '', checkoutId: id };
    },
    read: (subscriptionId: string) => stripe.subscriptions.retrieve(subscriptionId, { expand: ['schedule'] }),
  };
}
export type StandInBench = ReturnType<typeof createStandInBench>;
