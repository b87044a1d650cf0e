/**
 * What a visitor chooses on a public page, before there is an account; kept in the address until it is bought or put away.
 * Every page loads this, so the hashes are written out here instead of worked out from the prices.
 */
import type { PurchaseQuantity, SubscriptionTier } from './prices.ts';

/** What can be bought (R5.12, R5.13). */
export type Purchase =
  | { readonly kind: 'credits'; readonly quantity: PurchaseQuantity }
  | { readonly kind: 'subscription'; readonly tier: SubscriptionTier };

export type Choice = Purchase | { readonly kind: 'freeAnalysis' };

const choices: ReadonlyMap<string, Choice> = new Map<string, Choice>([
  ['#free-analysis', { kind: 'freeAnalysis' }],
  ['#subscribe-standard', { kind: 'subscription', tier: 'STANDARD' }],
  ['#subscribe-pro', { kind: 'subscription', tier: 'PRO' }],
  ['#buy-500', { kind: 'credits', quantity: 5 }],
  ['#buy-2500', { kind: 'credits', quantity: 25 }],
  ['#buy-5000', { kind: 'credits', quantity: 50 }],
]);

/** The choice that a hash asks for, always the same object; null where it asks for none. */
export const choiceOf = (hash: string): Choice | null => choices.get(hash) ?? null;

/** The hash under which the sign-in dialog is open with both ways, to sign in and to sign up. */
export const joinHash = '#join';

/** Whether an address asks for the sign-in dialog of whoever is signed out, so that Back closes it. */
export const isDialogHash = (hash: string): boolean => hash === joinHash || choices.has(hash);

/** Where a link leads that offers a choice, such as `/campaign#buy-500`. */
export function choicePath(choice: Choice): string {
  const [hash] = [...choices].find(([, one]) => JSON.stringify(one) === JSON.stringify(choice)) ?? [''];
  return `/campaign${hash}`;
}
