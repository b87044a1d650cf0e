import type { SignedInSession } from '#contract/account.ts';
import type { PaymentReturn } from '#web/effects/payment-journey.ts';

export interface Arrival {
  user: SignedInSession;
  hasLinkedCode: boolean;
  paymentReturn: PaymentReturn;
}
