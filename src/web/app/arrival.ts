import type { SignedInSession } from '#contract/account.ts';
import type { PaymentReturn } from '#web/effects/payment-journey.ts';

/** A user is signed in, and how they came. */
export interface Arrival {
  user: SignedInSession;
  /** The page was opened by the link in a mail that confirms an address; its code is ready. */
  hasLinkedCode: boolean;
  /** How the user returned from paying. */
  paymentReturn: PaymentReturn;
}
