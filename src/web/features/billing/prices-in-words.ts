import type { ActiveSubscription } from '#contract/account.ts';
import { creditsPerHour } from '#contract/credits.ts';
import {
  audioHours,
  creditsOf,
  type PurchaseQuantity,
  priceStepOf,
  purchaseCents,
  purchaseQuantities,
  type SubscriptionTier,
  savedPercent,
  subscriptionPlans,
  upgradeCredits,
  valueCents,
} from '#contract/prices.ts';

export const tierNames: Readonly<Record<SubscriptionTier, string>> = { STANDARD: 'Standard', PRO: 'Pro' };

export interface Offer {
  quantity: PurchaseQuantity;
  credits: number;
  cents: number;
  centsPerHundred: number;
  savedPercent: number;
  savedCents: number;
}

export function offerOf(quantity: PurchaseQuantity): Offer {
  const credits = creditsOf(quantity);
  const cents = purchaseCents(quantity);
  const value = valueCents(credits);
  return {
    quantity,
    credits,
    cents,
    centsPerHundred: priceStepOf(credits).centsPerHundred,
    savedPercent: savedPercent(cents, value),
    savedCents: value - cents,
  };
}

export const offers: readonly Offer[] = purchaseQuantities.map(offerOf);

/** Null if none covers the missing credits. */
export const smallestFor = (missing: number): PurchaseQuantity | null =>
  purchaseQuantities.find((quantity) => creditsOf(quantity) >= missing) ?? null;

/** R9.1. */
export const hoursOf = (credits: number) => ({
  comprehensive: audioHours(credits, 'comprehensive'),
  brief: audioHours(credits, 'brief'),
});

export const ratesInWords = `${creditsPerHour.brief} credits an hour of audio for brief notes, ${creditsPerHour.comprehensive} for comprehensive ones`;

export type TierOffer =
  | { kind: 'subscribe' }
  | { kind: 'present' }
  /** Applies at once. */
  | { kind: 'upgrade'; creditsNow: number }
  /** At the end of the period (ISO time). */
  | { kind: 'downgrade'; from: string }
  | { kind: 'coming'; from: string }
  /** The subscription is cancelled, or a payment is overdue. */
  | { kind: 'closed'; until: 'resumed' | 'paid' };

/** @param now milliseconds since 1970 */
export function tierOfferOf(
  tier: SubscriptionTier,
  subscription: ActiveSubscription | null,
  now: number,
): TierOffer {
  if (subscription === null) return { kind: 'subscribe' };
  const {
    tier: present,
    pendingTier,
    status,
    currentPeriodStart,
    currentPeriodEnd,
    graceEndsAt,
  } = subscription;
  if (tier === present) return { kind: 'present' };
  if (tier === pendingTier) return { kind: 'coming', from: currentPeriodEnd };
  if (graceEndsAt !== null) return { kind: 'closed', until: 'paid' };
  if (status === 'cancelled') return { kind: 'closed', until: 'resumed' };
  const isDearer = subscriptionPlans[tier].centsPerMonth > subscriptionPlans[present].centsPerMonth;
  if (!isDearer) return { kind: 'downgrade', from: currentPeriodEnd };
  const [periodStart, periodEnd] = [Date.parse(currentPeriodStart), Date.parse(currentPeriodEnd)];
  return { kind: 'upgrade', creditsNow: upgradeCredits({ periodStart, periodEnd, at: now }) };
}
