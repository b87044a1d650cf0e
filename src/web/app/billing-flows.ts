import type { OpenedModal } from '#machines/modals/modals.setup.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import type { PaymentJourney } from '#web/effects/payment-journey.ts';
import { provideBillingPortal } from '#web/effects/provide-billing-portal.ts';
import { provideCheckout } from '#web/effects/provide-checkout.ts';
import type { Notices } from './notices.ts';
import type { AppMachines } from './root-machine.ts';

/** The flows by which one pays; both leave the page and come back to it. */
export function provideBillingFlows(deps: {
  client: ApiClient;
  journey: PaymentJourney;
  userId: () => string | null;
  userAgent: string;
  referral: () => string | null;
  lookUpClientId: () => Promise<string | null>;
  openModal: (modal: OpenedModal) => void;
  /** Closes the modal where the user has opened it. */
  closeModal: (modal: OpenedModal) => void;
  /** Takes out of the address what was chosen on a public page. */
  dropChoice: () => void;
  /** Notices lie below an open modal. */
  isModalOpen: () => boolean;
  /** What the page knows of the user, their balance and its history is read anew. */
  refreshUser: () => void;
  notices: Pick<Notices, 'show'>;
}): Pick<AppMachines, 'billingPortal' | 'checkout'> {
  const { client, journey, notices, refreshUser } = deps;
  return {
    billingPortal: provideBillingPortal({
      client,
      journey,
      // biome-ignore lint/suspicious/noConsole: R8.4 asks for it
      log: (text) => console.error(text),
      alert: (text) => {
        if (!deps.isModalOpen()) notices.show(text);
      },
      showSubscription: () => deps.openModal('creditsAndBilling'),
      refreshUser,
    }),
    checkout: provideCheckout({
      client,
      journey,
      userId: deps.userId,
      userAgent: deps.userAgent,
      referral: deps.referral,
      lookUpClientId: deps.lookUpClientId,
      showOptions: () => deps.openModal('purchaseOptions'),
      hideOptions: () => deps.closeModal('purchaseOptions'),
      dropChoice: deps.dropChoice,
      refreshUser,
      tell: (text) => {
        if (!deps.isModalOpen()) notices.show(text, 'information');
      },
    }),
  };
}
