import { describe, expect, it } from 'vitest';
import {
  audioHours,
  creditsOf,
  hourCents,
  priceStepOf,
  priceSteps,
  purchaseCents,
  purchaseQuantities,
  savedPercent,
  subscriptionPlans,
  subscriptionTiers,
  valueCents,
} from '#contract/prices.ts';
import fc from '#tests/support/property.ts';

describe('pay as you go', () => {
  it.each([
    [100, 200, 200, 0],
    [2500, 160, 4000, 20],
    [5000, 140, 7000, 30],
  ])(
    '[R9.2] from %i credits, 100 cost %i cents; the smallest purchase is %i cents and saves %i %',
    (from, each, least, saved) => {
      const step = priceStepOf(from);
      expect(step).toEqual({ fromCredits: from, centsPerHundred: each });
      expect(purchaseCents(step.fromCredits / 100)).toBe(least);
      expect(savedPercent(least, valueCents(from))).toBe(saved);
    },
  );

  it('[R9.2] has exactly three steps', () => {
    expect(priceSteps.map(({ fromCredits }) => fromCredits)).toEqual([100, 2500, 5000]);
  });

  it.each([
    ['the last credit before 2,500', 24, 4800],
    ['2,500', 25, 4000],
    ['the last before 5,000', 49, 7840],
    ['5,000', 50, 7000],
    ['far beyond', 1000, 140_000],
  ])('[R9.2] a step starts at its own number of credits: %s', (_name, quantity, cents) => {
    expect(purchaseCents(quantity)).toBe(cents);
  });

  it('[R9.2] offers 500, 2,500 and 5,000 credits for $10, $40 and $70', () => {
    expect(purchaseQuantities.map((quantity) => [creditsOf(quantity), purchaseCents(quantity)])).toEqual([
      [500, 1000],
      [2500, 4000],
      [5000, 7000],
    ]);
  });

  it('every purchase costs whole cents, and never more per credit than a smaller one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 10_000 }), (one, other) => {
        expect(Number.isInteger(purchaseCents(one))).toBe(true);
        const [less, more] = one < other ? [one, other] : [other, one];
        expect(purchaseCents(more) / more).toBeLessThanOrEqual(purchaseCents(less) / less);
      }),
    );
  });

  it.each([0, -5, 0.5, Number.NaN])('rejects a quantity of %d', (quantity) => {
    expect(() => purchaseCents(quantity)).toThrow(RangeError);
  });
});

describe('subscriptions', () => {
  it.each([
    ['STANDARD', 900, 750, 1500, 40],
    ['PRO', 2500, 2000, 4000, 37],
  ] as const)(
    '[R9.3] %s: %i cents a month, %i credits, a value of %i cents',
    (tier, cents, credits, value, saved) => {
      expect(subscriptionPlans[tier]).toEqual({ centsPerMonth: cents, creditsPerMonth: credits });
      expect(valueCents(credits)).toBe(value);
      expect(savedPercent(cents, value)).toBe(saved);
    },
  );

  it('[R9.3] has exactly two tiers', () => {
    expect(subscriptionTiers).toEqual(['STANDARD', 'PRO']);
  });
});

describe('hours of audio', () => {
  it.each([
    [500, 500 / 60, 5],
    [750, 12.5, 7.5],
    [2000, 2000 / 60, 20],
    [2500, 2500 / 60, 25],
    [5000, 5000 / 60, 50],
  ])('[R9.1] %i credits', (credits, brief, comprehensive) => {
    expect(audioHours(credits, 'brief')).toBe(brief);
    expect(audioHours(credits, 'comprehensive')).toBe(comprehensive);
  });

  it.each([
    ['$2.00 per 100', 200, 100, 120, 200],
    ['2,500 credits', 4000, 2500, 96, 160],
    ['5,000 credits', 7000, 5000, 84, 140],
    ['STANDARD', 900, 750, 72, 120],
    ['PRO', 2500, 2000, 75, 125],
  ])('[R9.1] [R9.2] [R9.3] the price of an hour: %s', (_name, cents, credits, brief, comprehensive) => {
    expect(hourCents(cents, credits, 'brief')).toBe(brief);
    expect(hourCents(cents, credits, 'comprehensive')).toBe(comprehensive);
  });
});
