import { purchaseCredits, readCheckout, subscribe } from '#contract/billing.ts';
import { choiceOf } from '#contract/choices.ts';
import { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import { newsWords } from '#machines/checkout/checkout.selectors.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import { lookUpClientId } from '#web/effects/client-id.ts';
import type { PaymentJourney } from '#web/effects/payment-journey.ts';
import type { Flow } from '#web/hooks/flow-port.ts';

interface CheckoutEffects {
  client: Pick<ApiClient, 'call'>;
  userId: () => string | null;
  journey: PaymentJourney;
  userAgent: string;
  referral: () => string | null;
  lookUpClientId: () => Promise<string | null>;
  showOptions: () => void;
  hideOptions: () => void;
  dropChoice: () => void;
  refreshUser: () => void;
  tell: (text: string) => void;
}

function provideCheckout(effects: CheckoutEffects): typeof checkoutMachine {
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

export const checkout: Flow<typeof checkoutMachine> = {
  provide: (around) =>
    provideCheckout({
      ...around,
      userAgent: around.page.navigator.userAgent,
      referral: () => around.sourceInfo()?.promotekit_referral ?? null,
      lookUpClientId: () => lookUpClientId(around.cookies, around.timers),
      showOptions: () => around.openModal('purchaseOptions'),
      hideOptions: () => around.closeModal('purchaseOptions'),
      dropChoice: () => {
        const { pathname, search, hash } = around.page.location;
        if (choiceOf(hash) !== null) around.navigate(pathname + search, { replace: true });
      },
      tell: (text) => {
        if (!around.isModalOpen()) around.notices.show(text, 'information');
      },
    }),
  onArrival: ({ paymentReturn: { checkout: returned } }) =>
    returned === null ? null : { type: 'return.found', ...returned },
};
