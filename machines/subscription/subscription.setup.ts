import { assign, setup } from 'xstate';
import type { SubscriptionTier } from '#contract/prices.ts';
import { days } from '../kit/durations.ts';
import { notProvidedAction } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

/** Milliseconds since 1970. */
export interface SubscriptionPeriod {
  readonly tier: SubscriptionTier;
  readonly periodStart: number;
  readonly periodEnd: number;
}

export interface PaidInvoice {
  readonly invoiceId: string;
  readonly tier: SubscriptionTier;
}

export interface SubscriptionContext extends SubscriptionPeriod {
  readonly pendingTier: SubscriptionTier | null;
  readonly cancelledAt: number | null;
  readonly graceEndsAt: number | null;
  readonly credited: readonly string[];
}

export type SubscriptionEvent =
  /** The first invoice, or a failed one. */
  | { type: 'settled' }
  | { type: 'payment.failed'; at: number }
  /** R9.5: at once. */
  | { type: 'upgraded'; tier: SubscriptionTier }
  | { type: 'downgrade.planned'; tier: SubscriptionTier }
  | { type: 'downgrade.withdrawn' }
  | { type: 'cancelled'; at: number }
  | { type: 'resumed' }
  | ({ type: 'renewed' } & SubscriptionPeriod)
  | { type: 'ended' }
  | { type: 'month.paid'; invoice: PaidInvoice }
  | { type: 'upgrade.paid'; invoice: PaidInvoice };

export const gracePeriod = days(14);
export const reminderDelay = gracePeriod - days(3);

const byPrice: readonly SubscriptionTier[] = ['STANDARD', 'PRO'];

export const isDearerThan = (tier: SubscriptionTier, other: SubscriptionTier): boolean =>
  byPrice.indexOf(tier) > byPrice.indexOf(other);

/** `deliver…` grants credits once per invoice; `mail…` stores the one email that is due. */
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
