import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
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
import { useApp } from '#web/hooks/site-provider.tsx';
import { useFlow } from '#web/hooks/use-flow.ts';

/** The flow lives as long as the app. */
export function usePurchase() {
  const flow = useFlow('checkout');
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      choosePart: (part: OptionsPart) => flow.send({ type: 'part.chosen', part }),
      confirm: (purchase: Purchase) => flow.send({ type: 'purchase.confirmed', purchase }),
      retry: () => flow.send({ type: 'retry' }),
      close: () => flow.send({ type: 'options.closed' }),
    }),
    [flow],
  );
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

/** Null without purchase options. */
export function useCreditOffer(): ((need: { missing: number }) => void) | null {
  const open = useOpenModal('checkout', 'purchaseOptions');
  const offer = useCallback(
    ({ missing }: { missing: number }) => open({ type: 'credits.needed', missing }),
    [open],
  );
  return 'purchaseOptions' in useApp().modalViews ? offer : null;
}
