import { oneYearAfter, type SubscriptionTier, subscriptionPlans, upgradeCredits } from '#contract/prices.ts';
import { isDearerThan } from '#machines/subscription/subscription.setup.ts';
import type { InvoiceFacts } from './port.ts';

export interface InvoiceCredits {
  kind: 'month' | 'upgrade';
  invoiceId: string;
  tier: SubscriptionTier;
  credits: number;
  periodStart: Date;
  periodEnd: Date;
  paidAt: Date;
  /** R9.6: a year after the payment, even if the event is late. */
  expiresAt: Date;
  from: SubscriptionTier | null;
}

type Line = InvoiceFacts['lines'][number] & { tier: SubscriptionTier };

/** R9.3. */
function monthOf(invoice: InvoiceFacts): Line | null {
  if (invoice.reason !== 'subscription_create' && invoice.reason !== 'subscription_cycle') return null;
  const own = invoice.lines.filter((line): line is Line => line.tier !== null && !line.isProration);
  return own.toSorted((one, two) => two.periodEnd.getTime() - one.periodEnd.getTime())[0] ?? null;
}

/** R9.4. */
function upgradeOf(invoice: InvoiceFacts): Line | null {
  if (invoice.reason !== 'subscription_update') return null;
  const dearer = invoice.lines.filter(
    (line): line is Line => line.isProration && line.amountCents >= 0 && line.tier !== null,
  );
  return dearer.find(({ tier }) => isDearerThan(tier, 'STANDARD')) ?? null;
}

export const needsCycle = (invoice: InvoiceFacts): boolean =>
  invoice.state === 'paid' && upgradeOf(invoice) !== null;

function cycleAt(paid: readonly InvoiceFacts[], at: Date): Line | null {
  return (
    paid
      .map(monthOf)
      .filter((month) => month !== null)
      .toSorted((one, two) => two.periodStart.getTime() - one.periodStart.getTime())
      .find(({ periodStart, periodEnd }) => periodStart <= at && at < periodEnd) ?? null
  );
}

const expiryOf = (paidAt: Date) => new Date(oneYearAfter(paidAt.toISOString()));

/** Null if unpaid or for something else. @param paid all paid invoices of the subscription, for upgrades */
export function creditsOfInvoice(
  invoice: InvoiceFacts,
  paid: readonly InvoiceFacts[],
): InvoiceCredits | null {
  if (invoice.state !== 'paid') return null;
  const { id: invoiceId } = invoice;
  const month = monthOf(invoice);
  if (month !== null) {
    const { tier, periodStart, periodEnd } = month;
    const paidAt = invoice.paidAt ?? periodStart;
    const credits = subscriptionPlans[tier].creditsPerMonth;
    const expiresAt = expiryOf(paidAt);
    return { kind: 'month', invoiceId, tier, credits, periodStart, periodEnd, paidAt, expiresAt, from: null };
  }
  const upgrade = upgradeOf(invoice);
  const cycle = upgrade === null ? null : cycleAt(paid, upgrade.periodStart);
  if (upgrade === null || cycle === null) return null;
  const { periodStart, periodEnd } = cycle;
  const paidAt = invoice.paidAt ?? upgrade.periodStart;
  const credits = upgradeCredits({
    periodStart: periodStart.getTime(),
    periodEnd: periodEnd.getTime(),
    at: upgrade.periodStart.getTime(),
  });
  if (credits === 0) return null;
  return {
    kind: 'upgrade',
    invoiceId,
    tier: upgrade.tier,
    credits,
    periodStart,
    periodEnd,
    paidAt,
    expiresAt: expiryOf(paidAt),
    from: cycle.tier,
  };
}
