import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
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
import { useApp } from '#web/hooks/site-provider.tsx';

declare module '#web/hooks/app-port.ts' {
  interface LastingFlows {
    checkout: typeof checkoutMachine;
  }
}

declare module '#web/hooks/modal-views.ts' {
  interface OpenedModals {
    purchaseOptions: true;
  }
}

/** The flow lives as long as the app. */
export function usePurchase() {
  const flow = useApp().checkout();
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
  const { checkout, modals, modalViews } = useApp();
  const [flow, ofModals] = [checkout(), modals()];
  return useMemo(() => {
    if (!('purchaseOptions' in modalViews)) return null;
    return ({ missing }) => {
      flow.send({ type: 'credits.needed', missing });
      ofModals.send({ type: 'modal.opened', modal: 'purchaseOptions' });
    };
  }, [flow, ofModals, modalViews]);
}
