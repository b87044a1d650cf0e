import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { SubscriptionTier } from '#contract/prices.ts';
import { instant } from '#server/platform/database/columns.ts';

export const billingCustomers = pgTable('billing_customers', {
  userId: uuid('user_id').primaryKey(),
  customerId: text('customer_id').notNull(),
  createdAt: instant('created_at').notNull(),
});

export const checkouts = pgTable('checkouts', {
  id: text('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  /** Hundreds of credits; null for a subscription. */
  quantity: integer('quantity'),
  tier: text('tier').$type<SubscriptionTier>(),
  state: text('state').$type<'open' | 'paid' | 'expired'>().notNull(),
  createdAt: instant('created_at').notNull(),
});

export const payments = pgTable('payments', {
  id: text('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  kind: text('kind').$type<'purchase' | 'subscription' | 'upgrade'>().notNull(),
  subscriptionId: text('subscription_id'),
  tier: text('tier').$type<SubscriptionTier>(),
  paymentIntentId: text('payment_intent_id'),
  amountCents: integer('amount_cents').notNull(),
  currency: text('currency').notNull(),
  refundedCents: integer('refunded_cents').notNull().default(0),
  credits: integer('credits').notNull(),
  lotId: bigint('lot_id', { mode: 'number' }).notNull(),
  periodStart: instant('period_start'),
  periodEnd: instant('period_end'),
  paidAt: instant('paid_at').notNull(),
});

export const subscriptions = pgTable('subscriptions', {
  id: text('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  tier: text('tier').$type<SubscriptionTier>().notNull(),
  /** Null: unchanged. */
  pendingTier: text('pending_tier').$type<SubscriptionTier>(),
  state: text('state').notNull(),
  startedAt: instant('started_at').notNull(),
  periodStart: instant('period_start').notNull(),
  periodEnd: instant('period_end').notNull(),
  cancelledAt: instant('cancelled_at'),
  graceEndsAt: instant('grace_ends_at'),
  letter: text('letter').$type<'failed' | 'reminder' | 'ended'>(),
  letterClaimedUntil: instant('letter_claimed_until'),
  endedAt: instant('ended_at'),
  updatedAt: instant('updated_at').notNull(),
});

export const billingEvents = pgTable('billing_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  objectId: text('object_id').notNull(),
  createdAt: instant('created_at').notNull(),
  receivedAt: instant('received_at').notNull(),
  processedAt: instant('processed_at'),
});
