import { useCallback } from 'react';
import {
  selectCheckoutAddress,
  selectCheckoutFailure,
  selectCheckoutNews,
  selectCheckoutStep,
  selectChosenPurchase,
  selectIsPaymentPending,
  selectMissingCredits,
  selectOptionsPart,
  selectPurchase,
} from '#machines/checkout/checkout.selectors.ts';
import type { OptionsPart, Purchase } from '#machines/checkout/checkout.setup.ts';
import { useOpenModal } from '#web/flows/modals/use-modals.ts';
import type { FlowActor } from '#web/hooks/flow-actors.ts';
import { useWholeFlow } from '#web/hooks/use-whole-flow.ts';

const commandsOf = ({ send }: FlowActor<'checkout'>) => ({
  choosePart: (part: OptionsPart) => send({ type: 'part.chosen', part }),
  confirm: (purchase: Purchase) => send({ type: 'purchase.confirmed', purchase }),
  retry: () => send({ type: 'retry' }),
  close: () => send({ type: 'options.closed' }),
});

/** The flow lives as long as the app. */
export function usePurchase() {
  const { snapshot, commands } = useWholeFlow('checkout', commandsOf);
  return {
    step: selectCheckoutStep(snapshot),
    part: selectOptionsPart(snapshot),
    missing: selectMissingCredits(snapshot),
    chosen: selectChosenPurchase(snapshot),
    purchase: selectPurchase(snapshot),
    address: selectCheckoutAddress(snapshot),
    failure: selectCheckoutFailure(snapshot),
    news: selectCheckoutNews(snapshot),
    isPaymentPending: selectIsPaymentPending(snapshot),
    ...commands,
  };
}

export function useCreditOffer(): (need: { missing: number }) => void {
  const open = useOpenModal('checkout', 'purchaseOptions');
  return useCallback(({ missing }) => open({ type: 'credits.needed', missing }), [open]);
}
