import { z } from 'zod';
import { defineCall } from './call.ts';
import { Timestamp } from './common.ts';

const differenceKinds = [
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
  'recordingMissing',
] as const;

export const Difference = z.object({
  kind: z.enum(differenceKinds),
  subject: z.string(),
  userId: z.string().nullable(),
  what: z.string(),
  remedy: z.string(),
  isMendable: z.boolean(),
});
export type Difference = z.infer<typeof Difference>;

export const ReconciliationReport = z.object({
  checked: z.object({
    checkouts: z.int(),
    invoices: z.int(),
    subscriptions: z.int(),
    payments: z.int(),
    accounts: z.int(),
    recordings: z.int(),
  }),
  mended: z.array(Difference),
  differences: z.array(Difference),
});
export type ReconciliationReport = z.infer<typeof ReconciliationReport>;

export const reconcileBooks = defineCall({
  method: 'POST',
  path: '/operator/reconciliation',
  auth: 'operator',
  body: z.object({
    /** Only objects created at Stripe since then. */
    since: Timestamp.optional(),
    mend: z.boolean().default(false),
  }),
  responses: { 200: ReconciliationReport },
  errors: ['notFound', 'paymentsUnavailable'],
  description:
    'Compares credits and payments with Stripe, and recordings with their files; for the operator.',
});
