import { z } from 'zod';
import { SubscriptionTier } from './account.ts';
import { defineCall } from './call.ts';
import { DetailLevel, Id, Timestamp } from './common.ts';
import { purchaseQuantities } from './prices.ts';

/** What each checkout says of the browser it comes from (R7.10). */
const origin = {
  userAgent: z.string().max(1000),
  promotekit_referral: z.string().max(200).nullish(),
  gaClientId: z.string().max(200).nullish(),
};

/** Where the browser goes, and how the checkout is called when it comes back. */
const Checkout = z.object({ checkout_url: z.url(), checkout_id: z.string() });

/** R7.10. Payment once, for credits that never expire (R9.2, R9.6). */
export const purchaseCredits = defineCall({
  method: 'POST',
  path: '/stripe-checkout',
  auth: 'required',
  body: z.object({ ...origin, quantity: z.literal(purchaseQuantities) }),
  responses: { 200: Checkout },
  errors: ['paymentsUnavailable', 'tooManyRequests'],
  description: 'Opens a checkout for a quantity of credits, in hundreds (R5.12).',
});

/** R7.11. Who has a subscription is led to the billing portal instead (R8.2). */
export const subscribe = defineCall({
  method: 'POST',
  path: '/stripe-subscription-checkout',
  auth: 'required',
  body: z.object({ ...origin, tier: SubscriptionTier }),
  responses: { 200: Checkout },
  errors: ['redirectToPortal', 'paymentsUnavailable', 'tooManyRequests'],
  description: 'Opens a checkout for a subscription (R5.13).',
});

/** R7.12 */
export const openBillingPortal = defineCall({
  method: 'POST',
  path: '/account/billing-portal',
  auth: 'required',
  responses: { 200: z.object({ portal_url: z.url() }) },
  errors: ['paymentsUnavailable', 'tooManyRequests'],
  description: 'Opens the billing portal: cards, invoices, changing and cancelling a subscription.',
});

/**
 * How a checkout stands, read from Stripe itself and taken in at once: who comes back from paying need not wait for the
 * webhook.
 */
export const readCheckout = defineCall({
  method: 'GET',
  path: '/account/checkouts/{checkoutId}',
  auth: 'required',
  params: z.object({ checkoutId: z.string().max(200) }),
  responses: {
    200: z.object({
      /** `processing`: paid by a means that takes its time. */
      state: z.enum(['open', 'processing', 'paid', 'expired']),
      /** What it has brought, once it is paid. */
      credits: z.int().nonnegative(),
      tier: SubscriptionTier.nullable(),
    }),
  },
  errors: ['notFound', 'paymentsUnavailable', 'tooManyRequests'],
  description: 'The state of a checkout of the user.',
});

/**
 * One line of the history: what changed a balance, in the user's words. A line's balance is that of the next older line of
 * its unit and its `delta`.
 */
export const CreditEvent = z.object({
  id: z.string(),
  /** When it was added, began, was refunded or expired. */
  at: Timestamp,
  kind: z.enum(['grant', 'purchase', 'subscription', 'upgrade', 'analysis', 'expiry', 'refund']),
  unit: z.enum(['credits', 'freeAnalyses']),
  /** What it added or took. An analysis that is under way holds what it costs; one that came to nothing took nothing. */
  delta: z.int(),
  /** `held`: by an analysis under way; `returned`: the analysis ended without notes, and nothing was charged. */
  state: z.enum(['final', 'held', 'returned']),
  /** What an analysis held that came to nothing; otherwise 0. */
  returned: z.int().nonnegative(),
  /** Of that unit, after it. */
  balance: z.int().nonnegative(),
  /** Of what was added and does not last for ever (R9.6). */
  expiresAt: Timestamp.nullable(),
  /** When what expired or was refunded had been added. */
  addedAt: Timestamp.nullable(),
  /** Null where it is no analysis, or the session is no more. */
  analysis: z
    .object({
      analysisId: Id,
      campaignId: Id,
      sessionId: Id,
      sessionTitle: z.string(),
      detailLevel: DetailLevel,
      /** How often it was begun: above 1 after a retry. */
      attempts: z.int().positive(),
    })
    .nullable(),
  /** What was paid for what was added, has expired or was refunded; null where it was given. */
  payment: z
    .object({
      cents: z.int(),
      /** What of it was given back in all. */
      refundedCents: z.int(),
      currency: z.string(),
      tier: SubscriptionTier.nullable(),
    })
    .nullable(),
});
export type CreditEvent = z.infer<typeof CreditEvent>;

export const listCreditEvents = defineCall({
  method: 'GET',
  path: '/account/credits',
  auth: 'required',
  query: z.object({
    cursor: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  responses: {
    200: z.object({
      credits: z.int().nonnegative(),
      freeAnalyses: z.int().nonnegative(),
      /** What is left and expires, the soonest first. */
      expiring: z.array(z.object({ expirationDate: Timestamp, amount: z.int().positive() })),
      events: z.array(CreditEvent),
      nextCursor: z.string().nullable(),
    }),
  },
  errors: [],
  description: 'The balance and what changed it, the latest first.',
});

/** Stripe's signed events. Taken in once each, in any order (Stripe tries again until it hears 200). */
export const receiveStripeEvent = defineCall({
  method: 'POST',
  path: '/stripe/webhook',
  auth: 'none',
  headers: z.object({ 'stripe-signature': z.string().max(1000) }),
  bodyType: 'bytes',
  responses: { 204: null },
  errors: ['signatureInvalid', 'paymentsUnavailable', 'payloadTooLarge'],
  description: 'Receives a Stripe event.',
});
