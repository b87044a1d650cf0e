import type { SignedInSession } from '#contract/account.ts';
import type { PaymentReturn } from '#web/effects/payment-journey.ts';

/** How a signed-in user arrived. */
export interface Arrival {
  user: SignedInSession;
  /** The link in a verification email opened the page; its code is ready. */
  hasLinkedCode: boolean;
  /** How the user returned from checkout. */
  paymentReturn: PaymentReturn;
}
