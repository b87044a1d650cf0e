import type { SignedInSession } from '#contract/account.ts';
import { defaultPreferences, type Preferences } from '#contract/preferences.ts';
import { storedFacts, storedPreferences } from '#contract/stored.ts';
import type { PaymentReturn } from '#web/effects/payment-journey.ts';
import { readFact } from '#web/effects/stored-facts.ts';

/** What the flows are told when a user is signed in. */
export interface Arrival {
  user: SignedInSession;
  /** What this browser keeps of the user. */
  cachedPreferences: Preferences;
  wasCopylessNoticeShown: boolean;
  /** The page was opened by the link in a mail that confirms an address; its code is ready. */
  hasLinkedCode: boolean;
  /** How the user returned from paying. */
  paymentReturn: PaymentReturn;
}

/** Adds what this browser keeps of the user. */
export function arrivalOf(
  storage: Storage,
  user: SignedInSession,
  way: Pick<Arrival, 'hasLinkedCode' | 'paymentReturn'>,
): Arrival {
  return {
    user,
    ...way,
    cachedPreferences: readFact(storage, storedPreferences(user.userId)) ?? defaultPreferences,
    wasCopylessNoticeShown: readFact(storage, storedFacts.copylessNotice) ?? false,
  };
}
