/** R9.2, R9.3. Money is in US cents. */
import type { DetailLevel } from './common.ts';
import { creditsPerHour } from './credits.ts';

interface PriceStep {
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

/** @throws RangeError below the smallest purchase */
export function priceStepOf(credits: number): PriceStep {
  const step = priceSteps.findLast(({ fromCredits }) => credits >= fromCredits);
  if (step === undefined) throw new RangeError(`Fewer than ${firstStep.fromCredits} credits are not sold`);
  return step;
}

/** In hundreds of credits. @throws RangeError unless a positive integer */
export function purchaseCents(quantity: number): number {
  if (!Number.isInteger(quantity)) throw new RangeError('Credits are sold in whole hundreds');
  return quantity * priceStepOf(creditsOf(quantity)).centsPerHundred;
}

/** R9.3: at the first step's price. */
export const valueCents = (credits: number): number => (credits * firstStep.centsPerHundred) / 100;

/** R9.2: rounded down, 20 and 30. */
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

/** R9.1. */
export const audioHours = (credits: number, level: DetailLevel): number => credits / creditsPerHour[level];

export const hourCents = (cents: number, credits: number, level: DetailLevel): number =>
  (cents * creditsPerHour[level]) / credits;

export const graceDays = 14;

const dayMs = 86_400_000;

export const expiryWarningDays = 60;

/** Milliseconds since 1970. */
export const isExpiryNear = (expiresAt: number, now: number): boolean =>
  expiresAt > now && expiresAt - now <= expiryWarningDays * dayMs;

/** R9.6; for 29 February on 28 February. */
export function oneYearAfter(moment: string): string {
  const [year = '', rest = ''] = [moment.slice(0, 4), moment.slice(4)];
  const sameDay = rest.startsWith('-02-29') ? rest.replace('-02-29', '-02-28') : rest;
  return `${String(Number(year) + 1).padStart(4, '0')}${sameDay}`;
}

/**
 * R9.4: (2000 − 750) × days left / days in the cycle, rounded. A day is 24 hours and counts once begun, so
 * time zones don't matter. Times are milliseconds since 1970.
 */
export function upgradeCredits(cycle: { periodStart: number; periodEnd: number; at: number }): number {
  const days = Math.max(1, Math.round((cycle.periodEnd - cycle.periodStart) / dayMs));
  const left = Math.min(days, Math.max(0, Math.ceil((cycle.periodEnd - cycle.at) / dayMs)));
  const more = subscriptionPlans.PRO.creditsPerMonth - subscriptionPlans.STANDARD.creditsPerMonth;
  return Math.round((more * left) / days);
}
