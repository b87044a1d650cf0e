import type { ModalViews } from '#web/hooks/modal-views.ts';
import { lastingFlow, lastingNames } from './lasting-flows.ts';

/**
 * The view of each modal (R2.34), a chunk of its own: those of the lasting flows, and two that show the whole account. A
 * modal without a view here has no button that leads to it.
 */
export const modalViews: ModalViews = {
  ...Object.assign({}, ...lastingNames.map((name) => lastingFlow(name).modals)),
  accountSettings: async () =>
    (await import('#web/features/account/account-settings-modal.tsx')).AccountSettingsModal,
  creditsAndBilling: async () =>
    (await import('#web/features/account/account-settings-modal.tsx')).CreditsAndBillingModal,
};
