import type { SubscriptionTier } from '#contract/prices.ts';

/** In US cents. Reads return the current state, so events may be late, duplicated and out of order. */
export interface PaymentsPort {
  ensureCustomer(user: {
    userId: string;
    email: string;
    insteadOf: string | null;
  }): Promise<{ customerId: string }>;
  changeAddress(customerId: string, email: string): Promise<void>;
  forgetCustomer(customerId: string): Promise<void>;
  /** @throws UnknownCustomerError */
  openCheckout(wanted: CheckoutWanted): Promise<{ checkoutId: string; url: string }>;
  expireCheckout(checkoutId: string): Promise<void>;
  /** @throws UnknownCustomerError */
  openPortal(wanted: {
    customerId: string;
    returnUrl: string;
    change?: { subscriptionId: string; tier: SubscriptionTier };
  }): Promise<{ url: string }>;
  readCheckout(checkoutId: string): Promise<CheckoutFacts | null>;
  /** @throws UnknownPriceError */
  readSubscription(subscriptionId: string): Promise<SubscriptionFacts | null>;
  readInvoice(invoiceId: string): Promise<InvoiceFacts | null>;
  readPayment(paymentIntentId: string): Promise<PaymentFacts | null>;
  invoicesOf(subscriptionId: string): Promise<InvoiceFacts[]>;
  endSubscription(subscriptionId: string): Promise<void>;
  /** In full; once per key. */
  refund(paymentIntentId: string, idempotencyKey: string): Promise<void>;
  list(
    since: Date,
  ): AsyncGenerator<
    | ({ type: 'checkout' } & CheckoutFacts)
    | ({ type: 'invoice' } & InvoiceFacts)
    | ({ type: 'subscription' } & SubscriptionFacts)
    | ({ type: 'payment' } & PaymentFacts)
  >;
  readPrices(): Promise<
    {
      tier: SubscriptionTier;
      priceId: string;
      cents: number | null;
      currency: string;
      isMonthly: boolean;
      isActive: boolean;
    }[]
  >;
  /** @throws Refusal signatureInvalid if the signature is wrong or older than five minutes */
  readEvent(body: Uint8Array, signature: string): Promise<BillingEvent>;
}

export class UnknownCustomerError extends Error {
  override readonly name = 'UnknownCustomerError';
}

export class UnknownPriceError extends Error {
  override readonly name = 'UnknownPriceError';
}

export interface BillingEvent {
  id: string;
  type: string;
  createdAt: Date;
  subject:
    | { kind: 'checkout'; id: string }
    | { kind: 'subscription'; id: string }
    | { kind: 'invoice'; id: string }
    | { kind: 'payment'; id: string }
    | { kind: 'other'; id: string };
}

export interface CheckoutWanted {
  userId: string;
  customerId: string;
  item: { quantity: number } | { tier: SubscriptionTier };
  successUrl: string;
  cancelUrl: string;
  /** userAgent, promotekit_referral, gaClientId (R7.10). */
  metadata: Readonly<Record<string, string>>;
}

export interface CheckoutFacts {
  id: string;
  userId: string | null;
  customerId: string | null;
  state: 'open' | 'processing' | 'paid' | 'expired';
  quantity: number | null;
  amountCents: number;
  currency: string;
  paymentIntentId: string | null;
  subscriptionId: string | null;
  createdAt: Date;
  paidAt: Date | null;
}

export interface SubscriptionFacts {
  id: string;
  userId: string | null;
  customerId: string;
  status:
    | 'incomplete'
    | 'incomplete_expired'
    | 'trialing'
    | 'active'
    | 'past_due'
    | 'canceled'
    | 'unpaid'
    | 'paused';
  tier: SubscriptionTier;
  pendingTier: SubscriptionTier | null;
  isCancelledAtPeriodEnd: boolean;
  cancelledAt: Date | null;
  startedAt: Date;
  periodStart: Date;
  periodEnd: Date;
  endedAt: Date | null;
  isEndedUnpaid: boolean;
  latestInvoiceId: string | null;
}

export interface InvoiceFacts {
  id: string;
  customerId: string;
  subscriptionId: string | null;
  state: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  /** Stripe's billing_reason. */
  reason: string;
  amountPaidCents: number;
  currency: string;
  paidAt: Date | null;
  paymentIntentId: string | null;
  lines: readonly {
    tier: SubscriptionTier | null;
    isProration: boolean;
    amountCents: number;
    periodStart: Date;
    periodEnd: Date;
  }[];
}

export interface PaymentFacts {
  paymentIntentId: string;
  amountCents: number;
  /** Includes lost disputes. */
  refundedCents: number;
}
