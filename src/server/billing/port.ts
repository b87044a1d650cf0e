import type { SubscriptionTier } from '#contract/prices.ts';

/**
 * What the server reads from and asks of Stripe, in our own terms. Money is in whole US cents. Every read is of how the
 * object stands now, whatever event told of it, so that events may come late, twice and in any order.
 */
export interface PaymentsPort {
  /**
   * The customer of a user; the same again for the same user.
   * @param user.insteadOf one that Stripe does not know any more
   */
  ensureCustomer(user: {
    userId: string;
    email: string;
    insteadOf: string | null;
  }): Promise<{ customerId: string }>;
  /** Where Stripe mails to. Fine if there is no such customer any more. */
  changeAddress(customerId: string, email: string): Promise<void>;
  /** Removes the customer with everything personal; subscriptions end at once. Fine if there is none. */
  forgetCustomer(customerId: string): Promise<void>;
  /** @throws UnknownCustomerError */
  openCheckout(wanted: CheckoutWanted): Promise<{ checkoutId: string; url: string }>;
  /** Closes an open checkout, so that nobody pays twice for the same; fine if it is open no more. */
  expireCheckout(checkoutId: string): Promise<void>;
  /** @throws UnknownCustomerError */
  openPortal(wanted: {
    customerId: string;
    returnUrl: string;
    /** Leads straight to confirming a change of tier. */
    change?: { subscriptionId: string; tier: SubscriptionTier };
  }): Promise<{ url: string }>;
  readCheckout(checkoutId: string): Promise<CheckoutFacts | null>;
  /** @throws UnknownPriceError */
  readSubscription(subscriptionId: string): Promise<SubscriptionFacts | null>;
  readInvoice(invoiceId: string): Promise<InvoiceFacts | null>;
  readPayment(paymentIntentId: string): Promise<PaymentFacts | null>;
  /** Every paid invoice of a subscription, the latest first. */
  invoicesOf(subscriptionId: string): Promise<InvoiceFacts[]>;
  /** Ends a subscription at once. Fine if it has ended. */
  endSubscription(subscriptionId: string): Promise<void>;
  /** Gives back what was paid, all of it; once per key. */
  refund(paymentIntentId: string, idempotencyKey: string): Promise<void>;
  /** For the reconciliation: all that Stripe knows since a moment. */
  list(
    since: Date,
  ): AsyncGenerator<
    | ({ type: 'checkout' } & CheckoutFacts)
    | ({ type: 'invoice' } & InvoiceFacts)
    | ({ type: 'subscription' } & SubscriptionFacts)
    | ({ type: 'payment' } & PaymentFacts)
  >;
  /** The prices that are sold, as they stand at Stripe. */
  readPrices(): Promise<
    {
      tier: SubscriptionTier;
      priceId: string;
      /** Null where it is no price of whole cents. */
      cents: number | null;
      currency: string;
      isMonthly: boolean;
      isActive: boolean;
    }[]
  >;
  /** Checks the signature of a webhook's raw body; throws `SignatureError` when it is false or older than five minutes. */
  readEvent(body: Uint8Array, signature: string): Promise<BillingEvent>;
}

export class SignatureError extends Error {
  override readonly name = 'SignatureError';
}

/** Stripe does not know the customer: deleted there, or of another account or mode. */
export class UnknownCustomerError extends Error {
  override readonly name = 'UnknownCustomerError';
}

/** A subscription that we sold, at a price that the settings do not name (any more). */
export class UnknownPriceError extends Error {
  override readonly name = 'UnknownPriceError';
}

/** Something happened at Stripe; what exactly is read from the object itself. */
export interface BillingEvent {
  id: string;
  type: string;
  createdAt: Date;
  subject:
    | { kind: 'checkout'; id: string }
    | { kind: 'subscription'; id: string }
    | { kind: 'invoice'; id: string }
    /** A refund, or a dispute, of what this payment intent paid. */
    | { kind: 'payment'; id: string }
    /** Nothing that concerns credits. */
    | { kind: 'other'; id: string };
}

export interface CheckoutWanted {
  userId: string;
  customerId: string;
  /** Hundreds of credits, or a tier. */
  item: { quantity: number } | { tier: SubscriptionTier };
  successUrl: string;
  cancelUrl: string;
  /** Kept with it at Stripe: userAgent, promotekit_referral, gaClientId (R7.10). */
  metadata: Readonly<Record<string, string>>;
}

export interface CheckoutFacts {
  id: string;
  userId: string | null;
  customerId: string | null;
  state: 'open' | 'processing' | 'paid' | 'expired';
  /** Hundreds of credits; null for a subscription. */
  quantity: number | null;
  amountCents: number;
  currency: string;
  paymentIntentId: string | null;
  subscriptionId: string | null;
  createdAt: Date;
  /** When the money came, as far as Stripe says; otherwise when it was made. */
  paidAt: Date | null;
}

export interface SubscriptionFacts {
  id: string;
  userId: string | null;
  customerId: string;
  /** Stripe's word. */
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
  /** A downgrade that waits for the period's end (R9.5). */
  pendingTier: SubscriptionTier | null;
  isCancelledAtPeriodEnd: boolean;
  cancelledAt: Date | null;
  startedAt: Date;
  periodStart: Date;
  periodEnd: Date;
  endedAt: Date | null;
  /** Stripe itself has ended it, because a payment failed. */
  isEndedUnpaid: boolean;
  latestInvoiceId: string | null;
}

export interface InvoiceFacts {
  id: string;
  customerId: string;
  subscriptionId: string | null;
  state: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  /** Stripe's billing_reason: subscription_create, subscription_cycle, subscription_update and others. */
  reason: string;
  amountPaidCents: number;
  currency: string;
  paidAt: Date | null;
  paymentIntentId: string | null;
  attempts: number;
  nextAttemptAt: Date | null;
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
  /** What was given back in all, disputes that were lost included. */
  refundedCents: number;
}
