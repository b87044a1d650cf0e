import { purchaseCredits, readCheckout, subscribe } from '#contract/billing.ts';
import { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import { newsWords } from '#machines/checkout/checkout.selectors.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import type { PaymentJourney } from '#web/effects/payment-journey.ts';

export interface CheckoutEffects {
  client: Pick<ApiClient, 'call'>;
  /** The signed-in user, or null. */
  userId: () => string | null;
  journey: PaymentJourney;
  /** Sent with a checkout (R7.10). */
  userAgent: string;
  referral: () => string | null;
  /** R9.11: null after 200 ms. */
  lookUpClientId: () => Promise<string | null>;
  showOptions: () => void;
  hideOptions: () => void;
  /** Removes the choice from the address. */
  dropChoice: () => void;
  refreshUser: () => void;
  /** Shows a message, unless the open options show it. */
  tell: (text: string) => void;
}

/** The effects of a purchase. */
export function provideCheckout(effects: CheckoutEffects): typeof checkoutMachine {
  const { client, journey, tell } = effects;
  const { promise, callback } = implement(checkoutMachine);
  return provideActors(checkoutMachine, {
    ...promise('openCheckout', async ({ input: { purchase }, signal }) => {
      const gaClientId = await effects.lookUpClientId();
      signal.throwIfAborted();
      const origin = {
        userAgent: effects.userAgent.slice(0, 1000),
        promotekit_referral: effects.referral()?.slice(0, 200) ?? null,
        gaClientId,
      };
      const opened =
        purchase.kind === 'credits'
          ? await client.call(purchaseCredits, { body: { ...origin, quantity: purchase.quantity }, signal })
          : await client.call(subscribe, { body: { ...origin, tier: purchase.tier }, signal });
      return { address: opened.checkout_url, checkoutId: opened.checkout_id };
    }),
    ...promise('readCheckout', ({ input: { checkoutId }, signal }) =>
      client.call(readCheckout, { params: { checkoutId }, signal }),
    ),
    ...callback('watchReturn', ({ send }) => journey.watchReturn(() => send({ type: 'page.restored' }))),
  }).provide({
    actions: {
      rememberCheckout: (_, { checkoutId }) => journey.rememberCheckout(effects.userId() ?? '', checkoutId),
      forgetCheckout: journey.forgetCheckout,
      rememberPortalVisit: journey.rememberPortalVisit,
      leavePage: (_, { address }) => journey.leave(address ?? ''),
      stayOnPage: journey.stay,
      returnToPlace: journey.returnToPlace,
      showOptions: effects.showOptions,
      hideOptions: effects.hideOptions,
      dropChoice: effects.dropChoice,
      refreshUser: effects.refreshUser,
      tellNews: (_, news) => tell(newsWords(news)),
    },
  });
}
