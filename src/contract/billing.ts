import { z } from 'zod';
import { SubscriptionTier } from './account.ts';
import { defineCall } from './call.ts';
import { DetailLevel, Id, Timestamp } from './common.ts';
import { purchaseQuantities } from './prices.ts';

const origin = {
  userAgent: z.string().max(1000),
  promotekit_referral: z.string().max(200).nullish(),
  gaClientId: z.string().max(200).nullish(),
};

const Checkout = z.object({ checkout_url: z.url(), checkout_id: z.string() });

export const purchaseCredits = defineCall({
  method: 'POST',
  path: '/stripe-checkout',
  body: z.object({ ...origin, quantity: z.literal(purchaseQuantities) }),
  responses: { 200: Checkout },
  errors: ['paymentsUnavailable', 'tooManyRequests'],
  description: 'Opens a checkout for a quantity of credits, in hundreds (R5.12).',
});

export const subscribe = defineCall({
  method: 'POST',
  path: '/stripe-subscription-checkout',
  body: z.object({ ...origin, tier: SubscriptionTier }),
  responses: { 200: Checkout },
  errors: ['redirectToPortal', 'paymentsUnavailable', 'tooManyRequests'],
  description: 'Opens a checkout for a subscription (R5.13).',
});

export const openBillingPortal = defineCall({
  method: 'POST',
  path: '/account/billing-portal',
  responses: { 200: z.object({ portal_url: z.url() }) },
  errors: ['paymentsUnavailable', 'tooManyRequests'],
  description: 'Opens the billing portal: cards, invoices, changing and cancelling a subscription.',
});

/** Processes the checkout at once, without waiting for the webhook. */
export const readCheckout = defineCall({
  method: 'GET',
  path: '/account/checkouts/{checkoutId}',
  params: z.object({ checkoutId: z.string().max(200) }),
  responses: {
    200: z.object({
      /** `processing`: paid with a slow method. */
      state: z.enum(['open', 'processing', 'paid', 'expired']),
      credits: z.int().nonnegative(),
      tier: SubscriptionTier.nullable(),
    }),
  },
  errors: ['notFound', 'paymentsUnavailable', 'tooManyRequests'],
  description: 'The state of a checkout of the user.',
});

/** Balances run per unit. */
export const CreditEvent = z.object({
  id: z.string(),
  at: Timestamp,
  kind: z.enum(['grant', 'purchase', 'subscription', 'upgrade', 'analysis', 'expiry', 'refund']),
  unit: z.enum(['credits', 'freeAnalyses']),
  delta: z.int(),
  /** `held`: reserved; `returned`: the analysis ended without notes or charge. */
  state: z.enum(['final', 'held', 'returned']),
  returned: z.int().nonnegative(),
  balance: z.int().nonnegative(),
  expiresAt: Timestamp.nullable(),
  addedAt: Timestamp.nullable(),
  analysis: z
    .object({
      analysisId: Id,
      campaignId: Id,
      sessionId: Id,
      sessionTitle: z.string(),
      detailLevel: DetailLevel,
      attempts: z.int().positive(),
    })
    .nullable(),
  payment: z
    .object({
      cents: z.int(),
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
  query: z.object({
    cursor: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  responses: {
    200: z.object({
      credits: z.int().nonnegative(),
      freeAnalyses: z.int().nonnegative(),
      expiring: z.array(z.object({ expirationDate: Timestamp, amount: z.int().positive() })),
      events: z.array(CreditEvent),
      nextCursor: z.string().nullable(),
    }),
  },
  errors: [],
  description: 'The balance and what changed it, the latest first.',
});

/** In any order; processed once. Stripe retries until it gets 200. */
export const receiveStripeEvent = defineCall({
  method: 'POST',
  path: '/stripe/webhook',
  auth: 'none',
  headers: z.object({ 'stripe-signature': z.string().max(1000) }),
  bodyType: 'bytes',
  responses: { 200: z.object({ received: z.literal(true) }) },
  errors: ['signatureInvalid', 'paymentsUnavailable', 'payloadTooLarge'],
  description: 'Receives a Stripe event, also one about something that is not known here.',
});
