/** A visitor's choice before signing in. Every page loads this file, so it does not import the prices. */
import type { PurchaseQuantity, SubscriptionTier } from './prices.ts';

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

/** Always the same object. */
export const choiceOf = (hash: string): Choice | null => choices.get(hash) ?? null;

export const joinHash = '#join';

/** Back then closes the dialog. */
export const isDialogHash = (hash: string): boolean => hash === joinHash || choices.has(hash);

export function choicePath(choice: Choice): string {
  const [hash] = [...choices].find(([, one]) => JSON.stringify(one) === JSON.stringify(choice)) ?? [''];
  return `/campaign${hash}`;
}
