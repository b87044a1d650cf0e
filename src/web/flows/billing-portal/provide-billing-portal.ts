import { openBillingPortal } from '#contract/billing.ts';
import { billingPortalMachine } from '#machines/billing-portal/billing-portal.machine.ts';
import { noPortalUrl } from '#machines/billing-portal/billing-portal.setup.ts';
import { hasCode } from '#machines/kit/failure.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import type { PaymentJourney } from '#web/effects/payment-journey.ts';
import type { Flow } from '#web/hooks/flow-port.ts';

function provideBillingPortal(effects: {
  client: Pick<ApiClient, 'call'>;
  journey: PaymentJourney;
  log: (text: string) => void;
  alert: (text: string) => void;
  showSubscription: () => void;
  refreshUser: () => void;
}): typeof billingPortalMachine {
  const { client, journey } = effects;
  const { promise, callback } = implement(billingPortalMachine);
  return provideActors(billingPortalMachine, {
    ...promise('openPortal', async ({ signal }) => {
      try {
        return (await client.call(openBillingPortal, { signal })).portal_url;
      } catch (error) {
        throw hasCode(error, 'invalidResponse') ? noPortalUrl : error;
      }
    }),
    ...callback('watchReturn', ({ send }) => journey.watchReturn(() => send({ type: 'page.restored' }))),
  }).provide({
    actions: {
      tellFailure: (_, { failure }) => {
        if (failure?.code === noPortalUrl.code) effects.log(noPortalUrl.message);
        effects.alert(failure?.message ?? '');
      },
      rememberPortalVisit: journey.rememberPortalVisit,
      leavePage: (_, { address }) => journey.leave(address ?? ''),
      returnToPlace: () => {
        journey.returnToPlace();
        effects.showSubscription();
      },
      refreshUser: effects.refreshUser,
    },
  });
}

export const billingPortal: Flow<typeof billingPortalMachine> = {
  provide: (around) =>
    provideBillingPortal({
      ...around,
      // biome-ignore lint/suspicious/noConsole: R8.4 asks for it
      log: (text) => console.error(text),
      alert: (text) => {
        if (!around.isModalOpen()) around.notices.show(text);
      },
      showSubscription: () => around.openModal('creditsAndBilling'),
    }),
  onArrival: ({ paymentReturn: { fromPortal } }) => (fromPortal ? { type: 'return.found' } : null),
};
