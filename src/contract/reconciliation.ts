import { z } from 'zod';
import { defineCall } from './call.ts';
import { Timestamp } from './common.ts';

/** What may differ between our books and Stripe's. */
export const differenceKinds = [
  'paidWithoutCredits',
  'creditsWithoutPayment',
  'amountDiffers',
  'refundDiffers',
  'twoSubscriptions',
  'subscriptionMissing',
  'subscriptionDiffers',
  'ledgerDiffers',
  'priceDiffers',
  'eventWaits',
] as const;

export const Difference = z.object({
  kind: z.enum(differenceKinds),
  /** The id at Stripe, or of what it is about. */
  subject: z.string(),
  userId: z.string().nullable(),
  /** One sentence. */
  what: z.string(),
  /** What the operator can do. */
  remedy: z.string(),
  /** Whether `mend` takes in what is missing. */
  isMendable: z.boolean(),
});
export type Difference = z.infer<typeof Difference>;

export const ReconciliationReport = z.object({
  /** How many of each were compared. */
  checked: z.object({
    checkouts: z.int(),
    invoices: z.int(),
    subscriptions: z.int(),
    payments: z.int(),
    accounts: z.int(),
  }),
  /** What was different and is so no more. */
  mended: z.array(Difference),
  differences: z.array(Difference),
});
export type ReconciliationReport = z.infer<typeof ReconciliationReport>;

/** For `npm run reconcile`, which holds the key in the data folder. Without the key there is nothing here (404). */
export const reconcileBooks = defineCall({
  method: 'POST',
  path: '/operator/reconciliation',
  auth: 'none',
  headers: z.object({ 'x-operator-key': z.string().max(200).optional() }),
  body: z.object({
    /** Only what was made at Stripe since then; by default, all. */
    since: Timestamp.optional(),
    /** Takes in what is missing. */
    mend: z.boolean().default(false),
  }),
  responses: { 200: ReconciliationReport },
  errors: ['notFound', 'paymentsUnavailable'],
  description: 'Compares credits and payments with Stripe; for the operator.',
});
