/**
 * What credits cost (R9.2, R9.3). Money is in whole US cents, credits are whole; every result is exact.
 * What an analysis costs in credits stands in credits.ts (R9.1, D2).
 */
import type { DetailLevel } from './common.ts';
import { creditsPerHour } from './credits.ts';

/** A step of the pay-as-you-go price: what 100 credits cost from a number of credits bought at once (R9.2). */
export interface PriceStep {
  readonly fromCredits: number;
  readonly centsPerHundred: number;
}

const firstStep: PriceStep = { fromCredits: 100, centsPerHundred: 200 };

/** R9.2, cheapest last: $2.00, from 2,500 credits $1.60, from 5,000 credits $1.40 per 100. */
export const priceSteps: readonly PriceStep[] = [
  firstStep,
  { fromCredits: 2500, centsPerHundred: 160 },
  { fromCredits: 5000, centsPerHundred: 140 },
];

/** The quantities that can be bought, in hundreds of credits (section 5 of the specification). */
export const purchaseQuantities = [5, 25, 50] as const;
export type PurchaseQuantity = (typeof purchaseQuantities)[number];

/** Credits of a quantity in hundreds. */
export const creditsOf = (quantity: number): number => quantity * 100;

/** The step that a purchase of so many credits falls into; a RangeError below the least purchase. */
export function priceStepOf(credits: number): PriceStep {
  const step = priceSteps.findLast(({ fromCredits }) => credits >= fromCredits);
  if (step === undefined) throw new RangeError(`Fewer than ${firstStep.fromCredits} credits are not sold`);
  return step;
}

/** What a quantity (in hundreds of credits) costs, in cents; a RangeError unless it is a positive whole number. */
export function purchaseCents(quantity: number): number {
  if (!Number.isInteger(quantity)) throw new RangeError('Credits are sold in whole hundreds');
  return quantity * priceStepOf(creditsOf(quantity)).centsPerHundred;
}

/** The least that a purchase at a step costs, in cents: $2, $40, $70 (R9.2). */
export const leastCents = (step: PriceStep): number => purchaseCents(step.fromCredits / 100);

/** What credits would cost at the price of the first step, in cents: their value (R9.3). */
export const valueCents = (credits: number): number => (credits * firstStep.centsPerHundred) / 100;

/** What one saves against a value, in whole percent, rounded down: 20 and 30 (R9.2). */
export const savedPercent = (cents: number, value: number): number =>
  Math.floor(((value - cents) * 100) / value);

/** Tiers of the subscription, as calls name them. */
export const subscriptionTiers = ['STANDARD', 'PRO'] as const;
export type SubscriptionTier = (typeof subscriptionTiers)[number];

/** What a month of a tier costs, in cents, and the credits that it brings (R9.3). */
export const subscriptionPlans: Readonly<
  Record<SubscriptionTier, { readonly centsPerMonth: number; readonly creditsPerMonth: number }>
> = {
  STANDARD: { centsPerMonth: 900, creditsPerMonth: 750 },
  PRO: { centsPerMonth: 2500, creditsPerMonth: 2000 },
};

/** Hours of audio that credits pay for at a level (R9.1). */
export const audioHours = (credits: number, level: DetailLevel): number => credits / creditsPerHour[level];

/** What an hour of audio costs at a level, in cents, where `credits` were had for `cents`. */
export const hourCents = (cents: number, credits: number, level: DetailLevel): number =>
  (cents * creditsPerHour[level]) / credits;

/** So many days a subscription goes on after a payment has failed; unpaid then, it ends. */
export const graceDays = 14;

const dayMs = 86_400_000;

/** R9.6: from so many days before it, a user is told that credits expire. */
export const expiryWarningDays = 60;

/** Whether a user is to be told that credits expire; moments are milliseconds since 1970. */
export const isExpiryNear = (expiresAt: number, now: number): boolean =>
  expiresAt > now && expiresAt - now <= expiryWarningDays * dayMs;

/**
 * R9.6: when subscription credits expire that were added at a moment (ISO 8601 in UTC): the same moment a calendar year
 * later, of the 29th of February on the 28th.
 */
export function oneYearAfter(moment: string): string {
  const [year = '', rest = ''] = [moment.slice(0, 4), moment.slice(4)];
  const sameDay = rest.startsWith('-02-29') ? rest.replace('-02-29', '-02-28') : rest;
  return `${String(Number(year) + 1).padStart(4, '0')}${sameDay}`;
}

/**
 * R9.4: credits that changing from Standard to Pro brings: (2000 − 750) × days left / days in the cycle, to the nearest
 * whole credit. A day is 24 hours, a day that has begun counts as left; so neither a time zone nor a change of the clocks
 * matters. Moments are milliseconds since 1970.
 */
export function upgradeCredits(cycle: { periodStart: number; periodEnd: number; at: number }): number {
  const days = Math.max(1, Math.round((cycle.periodEnd - cycle.periodStart) / dayMs));
  const left = Math.min(days, Math.max(0, Math.ceil((cycle.periodEnd - cycle.at) / dayMs)));
  const more = subscriptionPlans.PRO.creditsPerMonth - subscriptionPlans.STANDARD.creditsPerMonth;
  return Math.round((more * left) / days);
}
