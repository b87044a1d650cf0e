import { expect, it } from 'vitest';
import { choiceOf, choicePath, isDialogHash } from '#contract/choices.ts';
import { creditsOf, purchaseQuantities, subscriptionTiers } from '#contract/prices.ts';

const purchases = [
  ...subscriptionTiers.map((tier) => ({ kind: 'subscription', tier }) as const),
  ...purchaseQuantities.map((quantity) => ({ kind: 'credits', quantity }) as const),
];

it('[R5.12] [R5.13] everything for sale has an address that names it', () => {
  expect(purchases.map(choicePath)).toEqual([
    ...subscriptionTiers.map((tier) => `/campaign#subscribe-${tier.toLowerCase()}`),
    ...purchaseQuantities.map((quantity) => `/campaign#buy-${creditsOf(quantity)}`),
  ]);
  for (const choice of [...purchases, { kind: 'freeAnalysis' } as const]) {
    const { hash } = new URL(choicePath(choice), 'http://here.invalid');
    expect(choiceOf(hash)).toEqual(choice);
    expect(isDialogHash(hash)).toBe(true);
  }
});

it.each(['', '#', '#demo', '#buy-501', '#toString', '#subscribe-'])('%j is no choice', (hash) => {
  expect([choiceOf(hash), isDialogHash(hash)]).toEqual([null, false]);
});
