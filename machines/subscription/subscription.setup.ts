import { assign, setup } from 'xstate';
import type { SubscriptionTier } from '#contract/prices.ts';
import { days } from '../kit/durations.ts';
import { notProvidedAction } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

/** A paid month; moments are milliseconds since 1970. */
export interface SubscriptionPeriod {
  readonly tier: SubscriptionTier;
  readonly periodStart: number;
  readonly periodEnd: number;
}

/** A paid invoice that brings credits. */
export interface PaidInvoice {
  readonly invoiceId: string;
  readonly tier: SubscriptionTier;
}

export interface SubscriptionContext extends SubscriptionPeriod {
  /** What it changes to when the period ends (R9.5). */
  readonly pendingTier: SubscriptionTier | null;
  readonly cancelledAt: number | null;
  /** Until when a payment that failed is tried again. */
  readonly graceEndsAt: number | null;
  /** Invoices that have brought their credits, in order. */
  readonly credited: readonly string[];
}

export type SubscriptionEvent =
  /** Nothing is owed: the first payment has come, or one that had failed. */
  | { type: 'settled' }
  | { type: 'payment.failed'; at: number }
  /** A dearer tier, at once (R9.5). */
  | { type: 'upgraded'; tier: SubscriptionTier }
  | { type: 'downgrade.planned'; tier: SubscriptionTier }
  | { type: 'downgrade.withdrawn' }
  /** It goes on until the period ends, and then no more. */
  | { type: 'cancelled'; at: number }
  | { type: 'resumed' }
  /** The next period has begun, at the tier that was planned for it. */
  | ({ type: 'renewed' } & SubscriptionPeriod)
  /** Stripe has ended it. */
  | { type: 'ended' }
  | { type: 'month.paid'; invoice: PaidInvoice }
  | { type: 'upgrade.paid'; invoice: PaidInvoice };

/** How long a payment that failed may be made good before the subscription is ended. */
export const gracePeriod = days(14);
/** A reminder goes out three days before the end of grace. */
export const reminderDelay = gracePeriod - days(3);

const byPrice: readonly SubscriptionTier[] = ['STANDARD', 'PRO'];

/** Whether a tier costs more than another. */
export const isDearerThan = (tier: SubscriptionTier, other: SubscriptionTier): boolean =>
  byPrice.indexOf(tier) > byPrice.indexOf(other);

/**
 * Effects: the server carries them out, in the transaction that keeps the new state. `deliver…` puts credits into the
 * ledger, once per invoice; `mail…` notes the letter that is due, of which there is one at a time.
 */
export const subscriptionSetup = setup({
  types: {} as {
    context: SubscriptionContext;
    input: SubscriptionPeriod;
    events: SubscriptionEvent;
    tags: Tag;
  },
  actions: {
    deliverMonth: notProvidedAction<PaidInvoice>('deliverMonth'),
    deliverUpgrade: notProvidedAction<PaidInvoice>('deliverUpgrade'),
    mailFailure: notProvidedAction('mailFailure'),
    mailReminder: notProvidedAction('mailReminder'),
    mailEnd: notProvidedAction('mailEnd'),
    /** A letter that has not gone out is not sent any more. */
    withdrawLetter: notProvidedAction('withdrawLetter'),
    endAtStripe: notProvidedAction('endAtStripe'),
    keepTier: assign({ tier: (_, { tier }: { tier: SubscriptionTier }) => tier }),
    keepPeriod: assign((_, { tier, periodStart, periodEnd }: SubscriptionPeriod) => ({
      tier,
      periodStart,
      periodEnd,
      pendingTier: null,
      cancelledAt: null,
    })),
    planDowngrade: assign({ pendingTier: (_, { tier }: { tier: SubscriptionTier }) => tier }),
    forgetDowngrade: assign({ pendingTier: null }),
    keepCancellation: assign((_, { at }: { at: number }) => ({ pendingTier: null, cancelledAt: at })),
    forgetCancellation: assign({ cancelledAt: null }),
    startGrace: assign({ graceEndsAt: (_, { at }: { at: number }) => at + gracePeriod }),
    forgetGrace: assign({ graceEndsAt: null }),
    keepCredited: assign({
      credited: ({ context }, { invoiceId }: PaidInvoice) => [...context.credited, invoiceId].toSorted(),
    }),
  },
  guards: {
    isCheaper: ({ context }, { tier }: { tier: SubscriptionTier }) => isDearerThan(context.tier, tier),
    isNew: ({ context }, { invoiceId }: PaidInvoice) => !context.credited.includes(invoiceId),
    isNewMonthOfPro: ({ context }, { invoiceId, tier }: PaidInvoice) =>
      tier === 'PRO' && !context.credited.includes(invoiceId),
  },
  delays: { reminderDelay, gracePeriod },
});
