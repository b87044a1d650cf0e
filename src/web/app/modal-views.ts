import type { DemandedModal, LoadModalView, ModalName } from '#web/hooks/modal-views.ts';
import { lastingFlow, lastingNames } from './lasting-flows.ts';

const demanded: Partial<Record<DemandedModal, LoadModalView>> = Object.assign(
  {},
  ...lastingNames.map((name) => lastingFlow(name).demands),
);

/** The modals that the app requires, the most urgent first (R2.34). */
export const demandedModals: readonly string[] = Object.keys(demanded);

/**
 * The view of each modal (R2.34), a chunk of its own: those of the lasting flows, and two that belong to the
 * whole account.
 */
export const modalViews: Record<ModalName, LoadModalView> = Object.assign(
  {
    accountSettings: async () =>
      (await import('#web/features/account/account-settings-modal.tsx')).AccountSettingsModal,
    creditsAndBilling: async () =>
      (await import('#web/features/account/account-settings-modal.tsx')).CreditsAndBillingModal,
  },
  demanded,
  ...lastingNames.map((name) => lastingFlow(name).opens),
);
