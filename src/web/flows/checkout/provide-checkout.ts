import { purchaseCredits, readCheckout, subscribe } from '#contract/billing.ts';
import { choiceOf } from '#contract/choices.ts';
import { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import { newsWords } from '#machines/checkout/checkout.selectors.ts';
import { implement } from '#machines/kit/implement.ts';
import { lookUpClientId } from '#web/effects/client-id.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

function provideCheckout(around: Surroundings): typeof checkoutMachine {
  const { client, journey, page } = around;
  return implement(checkoutMachine, ({ promise, callback }) => ({
    ...promise('openCheckout', async ({ input: { purchase }, signal }) => {
      const gaClientId = await lookUpClientId(around.cookies, around.timers);
      signal.throwIfAborted();
      const origin = {
        userAgent: page.navigator.userAgent.slice(0, 1000),
        promotekit_referral: around.sourceInfo()?.promotekit_referral?.slice(0, 200) ?? null,
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
  })).provide({
    actions: {
      rememberCheckout: (_, { checkoutId }) => journey.rememberCheckout(around.userId() ?? '', checkoutId),
      forgetCheckout: journey.forgetCheckout,
      rememberPortalVisit: journey.rememberPortalVisit,
      leavePage: (_, { address }) => journey.leave(address ?? ''),
      stayOnPage: journey.stay,
      returnToPlace: journey.returnToPlace,
      showOptions: () => around.openModal('purchaseOptions'),
      hideOptions: () => around.closeModal('purchaseOptions'),
      dropChoice: () => {
        const { pathname, search, hash } = page.location;
        if (choiceOf(hash) !== null) around.navigate(pathname + search, { replace: true });
      },
      refreshUser: around.refreshUser,
      tellNews: (_, news) => {
        if (!around.isModalOpen()) around.notices.show(newsWords(news), 'information');
      },
    },
  });
}

export const checkout: Flow<typeof checkoutMachine> = {
  provide: provideCheckout,
  onArrival: ({ paymentReturn: { checkout: returned } }) =>
    returned === null ? null : { type: 'return.found', ...returned },
};
