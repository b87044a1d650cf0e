import type { ModalViews } from './modal-hooks.ts';

/**
 * The view of each modal (R2.34), a chunk of its own. One line here, and whatever leads to the modal appears on the
 * screen; without it nothing does.
 */
export const modalViews: ModalViews = {
  agreements: async () => (await import('#web/features/account/agreements-modal.tsx')).AgreementsModal,
  emailVerification: async () =>
    (await import('#web/features/account/email-verification-modal.tsx')).EmailVerificationModal,
  reSignIn: async () => (await import('#web/features/account/re-sign-in-modal.tsx')).ReSignInModal,
  copylessNotice: async () =>
    (await import('#web/features/account/copyless-notice-modal.tsx')).CopylessNoticeModal,
  accountSettings: async () =>
    (await import('#web/features/account/account-settings-modal.tsx')).AccountSettingsModal,
  creditsAndBilling: async () =>
    (await import('#web/features/account/account-settings-modal.tsx')).CreditsAndBillingModal,
  purchaseOptions: async () =>
    (await import('#web/features/billing/purchase-options-modal.tsx')).PurchaseOptionsModal,
  deleteAccount: async () =>
    (await import('#web/features/account/delete-account-modal.tsx')).DeleteAccountModal,
  feedback: async () => (await import('#web/features/feedback/feedback-modal.tsx')).FeedbackModal,
};
