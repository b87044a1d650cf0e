import type { SnapshotFrom } from 'xstate';
import type { checkoutMachine } from './checkout.machine.ts';
import type { CheckoutNews } from './checkout.setup.ts';

type CheckoutSnapshot = SnapshotFrom<typeof checkoutMachine>;

/** What the purchase options show. */
export type CheckoutStep =
  | 'choosing'
  | 'creating'
  | 'refused'
  | 'leaving'
  | 'leavingForPortal'
  | 'confirming'
  | 'processing'
  | 'credited';

/** What the user has before them; who went on with something else may choose again. */
export function selectCheckoutStep(snapshot: CheckoutSnapshot): CheckoutStep {
  if (snapshot.matches('lookingBack')) return 'confirming';
  if (snapshot.matches('aside')) return 'choosing';
  const [step] = Object.keys(typeof snapshot.value === 'string' ? { [snapshot.value]: 0 } : snapshot.value);
  return step as CheckoutStep;
}

/** Whether an earlier payment is still being asked for behind the page. */
export const selectIsPaymentPending = (snapshot: CheckoutSnapshot) => snapshot.matches('aside');
/** What became of the last checkout, until the user goes on. */
export const selectCheckoutNews = (snapshot: CheckoutSnapshot) => snapshot.context.news;
export const selectOptionsPart = (snapshot: CheckoutSnapshot) => snapshot.context.shown.part;
/** Credits that an analysis lacks; null where nobody waits for them. */
export const selectMissingCredits = (snapshot: CheckoutSnapshot) => snapshot.context.shown.missing;
/** What the user chose on a public page; null where they chose nothing there. */
export const selectChosenPurchase = (snapshot: CheckoutSnapshot) => snapshot.context.shown.chosen;
/** What was confirmed last; null once it is bought or given up. */
export const selectPurchase = (snapshot: CheckoutSnapshot) => snapshot.context.purchase;
/** Where the browser is being sent; null while it is not. */
export const selectCheckoutAddress = (snapshot: CheckoutSnapshot) =>
  snapshot.context.checkout?.address ?? null;
/** Why the checkout could not be opened, in the words of R8.3. */
export const selectCheckoutFailure = (snapshot: CheckoutSnapshot) => snapshot.context.failure;

const otherNews: Readonly<Record<Exclude<CheckoutNews['kind'], 'brought'>, string>> = {
  nothingBought: 'Nothing was bought, and you were not charged.',
  processing:
    'Your bank takes its time with this payment. The credits come by themselves once it has arrived; there is nothing left for you to do.',
  takenIn: 'Thank you. What you bought is in your balance as soon as the payment has arrived.',
};

/** What became of a checkout, in words: '2,500 credits are yours.' */
export function newsWords(news: CheckoutNews): string {
  if (news.kind !== 'brought') return otherNews[news.kind];
  const count = `${news.credits.toLocaleString('en')} credits are yours.`;
  if (news.tier === null) return count;
  return `Your ${news.tier === 'PRO' ? 'Pro' : 'Standard'} subscription has begun: ${count}`;
}
