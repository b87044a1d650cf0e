import type { DemandedModal, LoadModalView, ModalName, OpenedModal } from '#web/hooks/modal-views.ts';

/** The order is their precedence. */
const demanded: Record<DemandedModal, LoadModalView> = {
  agreements: async () => (await import('#web/flows/agreements/agreements-modal.tsx')).AgreementsModal,
  emailVerification: async () =>
    (await import('#web/flows/email-verification/email-verification-modal.tsx')).EmailVerificationModal,
  reSignIn: async () => (await import('#web/flows/account-deletion/re-sign-in-modal.tsx')).ReSignInModal,
  copylessNotice: async () =>
    (await import('#web/flows/copyless-notice/copyless-notice-modal.tsx')).CopylessNoticeModal,
};

const opened: Record<OpenedModal, LoadModalView> = {
  accountSettings: async () =>
    (await import('#web/features/account/account-settings-modal.tsx')).AccountSettingsModal,
  creditsAndBilling: async () =>
    (await import('#web/features/account/account-settings-modal.tsx')).CreditsAndBillingModal,
  yourData: async () => (await import('#web/features/account/account-settings-modal.tsx')).YourDataModal,
  purchaseOptions: async () =>
    (await import('#web/features/billing/purchase-options-modal.tsx')).PurchaseOptionsModal,
  deleteAccount: async () =>
    (await import('#web/flows/account-deletion/delete-account-modal.tsx')).DeleteAccountModal,
  feedback: async () => (await import('#web/flows/feedback/feedback-modal.tsx')).FeedbackModal,
  share: async () => (await import('#web/flows/share-link/share-modal.tsx')).ShareModal,
  proposals: async () => (await import('#web/flows/proposal-review/proposals-modal.tsx')).ProposalsModal,
  nameCorrection: async () =>
    (await import('#web/flows/name-correction/name-correction-modal.tsx')).NameCorrectionModal,
  speakerMapping: async () =>
    (await import('#web/flows/speaker-mapping/speaker-mapping-modal.tsx')).SpeakerMappingModal,
  notesEditing: async () =>
    (await import('#web/flows/notes-editing/notes-history-modal.tsx')).NotesHistoryModal,
  checkInbox: async () => (await import('#web/flows/check-inbox/check-inbox-modal.tsx')).CheckInboxModal,
  voiceErasure: async () =>
    (await import('#web/flows/voice-erasure/voice-erasure-modal.tsx')).VoiceErasureModal,
};

/** R2.34: the most urgent first. */
export const demandedModals: readonly string[] = Object.keys(demanded);

/** R2.34: each view is its own chunk. */
export const modalViews: Record<ModalName, LoadModalView> = { ...opened, ...demanded };
