import type { SnapshotFrom } from 'xstate';
import type { checkoutMachine } from './checkout.machine.ts';

type CheckoutSnapshot = SnapshotFrom<typeof checkoutMachine>;

/** What the purchase options show. */
export type CheckoutStep =
  | 'choosing'
  | 'creating'
  | 'refused'
  | 'leaving'
  | 'leavingForPortal'
  | 'confirming'
  | 'delayed'
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
export const selectOptionsPart = (snapshot: CheckoutSnapshot) => snapshot.context.part;
/** Credits that an analysis lacks; null where nobody waits for them. */
export const selectMissingCredits = (snapshot: CheckoutSnapshot) => snapshot.context.missing;
/** What was confirmed last; null once it is bought or given up. */
export const selectPurchase = (snapshot: CheckoutSnapshot) => snapshot.context.purchase;
/** Where the browser is being sent; null while it is not. */
export const selectCheckoutAddress = (snapshot: CheckoutSnapshot) => snapshot.context.address;
/** What a paid checkout has brought. */
export const selectBrought = (snapshot: CheckoutSnapshot) => snapshot.context.brought;
/** Why the checkout could not be opened, in the words of R8.3. */
export const selectCheckoutFailure = (snapshot: CheckoutSnapshot) => snapshot.context.failure;
