import { openBillingPortal } from '#contract/billing.ts';
import { billingPortalMachine } from '#machines/billing-portal/billing-portal.machine.ts';
import { noPortalUrl } from '#machines/billing-portal/billing-portal.setup.ts';
import { hasCode } from '#machines/kit/failure.ts';
import { implement } from '#machines/kit/implement.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

function provideBillingPortal(around: Surroundings): typeof billingPortalMachine {
  const { client, journey } = around;
  return implement(billingPortalMachine, ({ promise, callback }) => ({
    ...promise('openPortal', async ({ signal }) => {
      try {
        return (await client.call(openBillingPortal, { signal })).portal_url;
      } catch (error) {
        throw hasCode(error, 'invalidResponse') ? noPortalUrl : error;
      }
    }),
    ...callback('watchReturn', ({ send }) => journey.watchReturn(() => send({ type: 'page.restored' }))),
  })).provide({
    actions: {
      tellFailure: (_, { failure }) => {
        // biome-ignore lint/suspicious/noConsole: R8.4 asks for it
        if (failure?.code === noPortalUrl.code) console.error(noPortalUrl.message);
        if (!around.isModalOpen()) around.notices.show(failure?.message ?? '');
      },
      rememberPortalVisit: journey.rememberPortalVisit,
      leavePage: (_, { address }) => journey.leave(address ?? ''),
      returnToPlace: () => {
        journey.returnToPlace();
        around.openModal('creditsAndBilling');
      },
      refreshUser: around.refreshUser,
    },
  });
}

export const billingPortal: Flow<typeof billingPortalMachine> = {
  provide: provideBillingPortal,
  onArrival: ({ paymentReturn: { fromPortal } }) => (fromPortal ? { type: 'return.found' } : null),
};
