/** Credit prices (R9.2, R9.3). Money is in US cents. credits.ts has the cost of an analysis. */
import type { DetailLevel } from './common.ts';
import { creditsPerHour } from './credits.ts';

export interface PriceStep {
  readonly fromCredits: number;
  readonly centsPerHundred: number;
}

const firstStep: PriceStep = { fromCredits: 100, centsPerHundred: 200 };

export const priceSteps: readonly PriceStep[] = [
  firstStep,
  { fromCredits: 2500, centsPerHundred: 160 },
  { fromCredits: 5000, centsPerHundred: 140 },
];

/** In hundreds of credits (specification, section 5). */
export const purchaseQuantities = [5, 25, 50] as const;
export type PurchaseQuantity = (typeof purchaseQuantities)[number];

export const creditsOf = (quantity: number): number => quantity * 100;

/** The price step for a number of credits. @throws RangeError below the smallest purchase */
export function priceStepOf(credits: number): PriceStep {
  const step = priceSteps.findLast(({ fromCredits }) => credits >= fromCredits);
  if (step === undefined) throw new RangeError(`Fewer than ${firstStep.fromCredits} credits are not sold`);
  return step;
}

/** The price of a quantity (hundreds of credits). @throws RangeError unless it is a positive integer */
export function purchaseCents(quantity: number): number {
  if (!Number.isInteger(quantity)) throw new RangeError('Credits are sold in whole hundreds');
  return quantity * priceStepOf(creditsOf(quantity)).centsPerHundred;
}

/** The smallest purchase at a step: $2, $40, $70 (R9.2). */
export const leastCents = (step: PriceStep): number => purchaseCents(step.fromCredits / 100);

/** What credits would cost at the first step: their value (R9.3). */
export const valueCents = (credits: number): number => (credits * firstStep.centsPerHundred) / 100;

/** Savings against a value, in percent, rounded down: 20 and 30 (R9.2). */
export const savedPercent = (cents: number, value: number): number =>
  Math.floor(((value - cents) * 100) / value);

export const subscriptionTiers = ['STANDARD', 'PRO'] as const;
export type SubscriptionTier = (typeof subscriptionTiers)[number];

export const subscriptionPlans: Readonly<
  Record<SubscriptionTier, { readonly centsPerMonth: number; readonly creditsPerMonth: number }>
> = {
  STANDARD: { centsPerMonth: 900, creditsPerMonth: 750 },
  PRO: { centsPerMonth: 2500, creditsPerMonth: 2000 },
};

/** Hours of audio that credits pay for (R9.1). */
export const audioHours = (credits: number, level: DetailLevel): number => credits / creditsPerHour[level];

/** Price of an hour of audio, if `credits` cost `cents`. */
export const hourCents = (cents: number, credits: number, level: DetailLevel): number =>
  (cents * creditsPerHour[level]) / credits;

export const graceDays = 14;

const dayMs = 86_400_000;

export const expiryWarningDays = 60;

/** Whether to warn about expiry; times are milliseconds since 1970. */
export const isExpiryNear = (expiresAt: number, now: number): boolean =>
  expiresAt > now && expiresAt - now <= expiryWarningDays * dayMs;

/** R9.6: when subscription credits expire: the same time a year later; for 29 February on 28 February. */
export function oneYearAfter(moment: string): string {
  const [year = '', rest = ''] = [moment.slice(0, 4), moment.slice(4)];
  const sameDay = rest.startsWith('-02-29') ? rest.replace('-02-29', '-02-28') : rest;
  return `${String(Number(year) + 1).padStart(4, '0')}${sameDay}`;
}

/**
 * R9.4: credits for upgrading from Standard to Pro: (2000 − 750) × days left / days in the cycle, rounded. A
 * day is 24 hours and counts as left once begun, so time zones and clock changes don't matter. Times are
 * milliseconds since 1970.
 */
export function upgradeCredits(cycle: { periodStart: number; periodEnd: number; at: number }): number {
  const days = Math.max(1, Math.round((cycle.periodEnd - cycle.periodStart) / dayMs));
  const left = Math.min(days, Math.max(0, Math.ceil((cycle.periodEnd - cycle.at) / dayMs)));
  const more = subscriptionPlans.PRO.creditsPerMonth - subscriptionPlans.STANDARD.creditsPerMonth;
  return Math.round((more * left) / days);
}
