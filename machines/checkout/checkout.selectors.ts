import type { SnapshotFrom } from 'xstate';
import type { checkoutMachine } from './checkout.machine.ts';
import type { CheckoutNews } from './checkout.setup.ts';

type CheckoutSnapshot = SnapshotFrom<typeof checkoutMachine>;

type CheckoutStep =
  | 'choosing'
  | 'creating'
  | 'refused'
  | 'leaving'
  | 'leavingForPortal'
  | 'confirming'
  | 'processing'
  | 'credited';

/** A user who continued elsewhere can choose again. */
export function selectCheckoutStep(snapshot: CheckoutSnapshot): CheckoutStep {
  const { value } = snapshot;
  if (typeof value !== 'string') return 'confirming' in value ? 'confirming' : 'choosing';
  return value === 'lookingBack' ? 'confirming' : value;
}

export const selectIsPaymentPending = (snapshot: CheckoutSnapshot) => snapshot.matches('aside');
export const selectCheckoutNews = (snapshot: CheckoutSnapshot) => snapshot.context.news;
export const selectOptionsPart = (snapshot: CheckoutSnapshot) => snapshot.context.shown.part;
export const selectMissingCredits = (snapshot: CheckoutSnapshot) => snapshot.context.shown.missing;
export const selectChosenPurchase = (snapshot: CheckoutSnapshot) => snapshot.context.shown.chosen;
/** Null once it is bought or abandoned. */
export const selectPurchase = (snapshot: CheckoutSnapshot) => snapshot.context.purchase;
export const selectCheckoutAddress = (snapshot: CheckoutSnapshot) =>
  snapshot.context.checkout?.address ?? null;
export const selectCheckoutFailure = (snapshot: CheckoutSnapshot) => snapshot.context.failure;

const otherNews: Readonly<Record<Exclude<CheckoutNews['kind'], 'brought'>, string>> = {
  nothingBought: 'Nothing was bought, and you were not charged.',
  processing:
    'Your bank is still processing this payment. Your credits will arrive on their own once it clears; ' +
    'you don’t need to do anything.',
  takenIn: 'Thank you. If your credits are not in your balance yet, they are added once the payment arrives.',
};

export function newsWords(news: CheckoutNews): string {
  if (news.kind !== 'brought') return otherNews[news.kind];
  const count = `${news.credits.toLocaleString('en')} credits are yours.`;
  if (news.tier === null) return count;
  return `Your ${news.tier === 'PRO' ? 'Pro' : 'Standard'} subscription has begun: ${count}`;
}
