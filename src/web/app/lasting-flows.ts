import type { AnyStateMachine, EventFrom } from 'xstate';
import { choiceOf } from '#contract/choices.ts';
import { defaultPreferences } from '#contract/preferences.ts';
import { keysOfUser, storedFacts, storedPreferences, storedReadyNotice } from '#contract/stored.ts';
import { keysOf } from '#contract/unknown-values.ts';
import { accountDeletionMachine } from '#machines/account-deletion/account-deletion.machine.ts';
import { agreementsMachine } from '#machines/agreements/agreements.machine.ts';
import { authMachine } from '#machines/auth/auth.machine.ts';
import { billingPortalMachine } from '#machines/billing-portal/billing-portal.machine.ts';
import { campaignWebhookMachine } from '#machines/campaign-webhook/campaign-webhook.machine.ts';
import { checkInboxMachine } from '#machines/check-inbox/check-inbox.machine.ts';
import { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import { copylessNoticeMachine } from '#machines/copyless-notice/copyless-notice.machine.ts';
import { credentialsChangeMachine } from '#machines/credentials-change/credentials-change.machine.ts';
import { dataExportMachine } from '#machines/data-export/data-export.machine.ts';
import { emailVerificationMachine } from '#machines/email-verification/email-verification.machine.ts';
import { feedbackMachine } from '#machines/feedback/feedback.machine.ts';
import { loadingOverlayMachine } from '#machines/loading-overlay/loading-overlay.machine.ts';
import { modalsMachine } from '#machines/modals/modals.machine.ts';
import { nameCorrectionMachine } from '#machines/name-correction/name-correction.machine.ts';
import { notesEditingMachine } from '#machines/notes-editing/notes-editing.machine.ts';
import { notesImportMachine } from '#machines/notes-import/notes-import.machine.ts';
import { notesPostingMachine } from '#machines/notes-posting/notes-posting.machine.ts';
import { playerMachine } from '#machines/player/player.machine.ts';
import { preferencesMachine } from '#machines/preferences/preferences.machine.ts';
import { proposalReviewMachine } from '#machines/proposal-review/proposal-review.machine.ts';
import { readyNoticeMachine } from '#machines/ready-notice/ready-notice.machine.ts';
import { recordingMachine } from '#machines/recording/recording.machine.ts';
import { shareLinkMachine } from '#machines/share-link/share-link.machine.ts';
import { speakerMappingMachine } from '#machines/speaker-mapping/speaker-mapping.machine.ts';
import { tourMachine } from '#machines/tour/tour.machine.ts';
import { transcriptEditingMachine } from '#machines/transcript-editing/transcript-editing.machine.ts';
import { voiceErasureMachine } from '#machines/voice-erasure/voice-erasure.machine.ts';
import { keepTheme } from '#web/effects/kept-theme.ts';
import { saveFile } from '#web/effects/save-file.ts';
import { readFact, writeFact } from '#web/effects/stored-facts.ts';
import { provideAccountDeletion } from '#web/flows/account-deletion/provide-account-deletion.ts';
import { useAccountDeletion } from '#web/flows/account-deletion/use-account-deletion.ts';
import { provideAgreements } from '#web/flows/agreements/provide-agreements.ts';
import { useAgreements } from '#web/flows/agreements/use-agreements.ts';
import { provideAuth } from '#web/flows/auth/provide-auth.ts';
import { useAuth } from '#web/flows/auth/use-auth.ts';
import { provideBillingPortal } from '#web/flows/billing-portal/provide-billing-portal.ts';
import { useBillingPortal } from '#web/flows/billing-portal/use-billing-portal.ts';
import { provideCampaignWebhook } from '#web/flows/campaign-webhook/provide-campaign-webhook.ts';
import { useCampaignWebhook } from '#web/flows/campaign-webhook/use-campaign-webhook.ts';
import { provideCheckInbox } from '#web/flows/check-inbox/provide-check-inbox.ts';
import { useCheckInbox } from '#web/flows/check-inbox/use-check-inbox.ts';
import { provideCheckout } from '#web/flows/checkout/provide-checkout.ts';
import { usePurchase } from '#web/flows/checkout/use-purchase.ts';
import { provideCredentialsChange } from '#web/flows/credentials-change/provide-credentials-change.ts';
import { useCredentialsChange } from '#web/flows/credentials-change/use-credentials-change.ts';
import { provideDataExport } from '#web/flows/data-export/provide-data-export.ts';
import { useDataExport } from '#web/flows/data-export/use-data-export.ts';
import { provideEmailVerification } from '#web/flows/email-verification/provide-email-verification.ts';
import { useEmailVerification } from '#web/flows/email-verification/use-email-verification.ts';
import { provideFeedback } from '#web/flows/feedback/provide-feedback.ts';
import { useFeedback } from '#web/flows/feedback/use-feedback.ts';
import { useLoadingOverlay } from '#web/flows/loading-overlay/use-loading-overlay.ts';
import { useModals } from '#web/flows/modals/use-modals.ts';
import { provideNameCorrection } from '#web/flows/name-correction/provide-name-correction.ts';
import { useNameCorrection } from '#web/flows/name-correction/use-name-correction.ts';
import { provideNotesEditing } from '#web/flows/notes-editing/provide-notes-editing.ts';
import { useNotesEditing } from '#web/flows/notes-editing/use-notes-editing.ts';
import { provideNotesImport } from '#web/flows/notes-import/provide-notes-import.ts';
import { useNotesImport } from '#web/flows/notes-import/use-notes-import.ts';
import { provideNotesPosting } from '#web/flows/notes-posting/provide-notes-posting.ts';
import { useNotesPosting } from '#web/flows/notes-posting/use-notes-posting.ts';
import { providePlayer } from '#web/flows/player/provide-player.ts';
import { usePlayer } from '#web/flows/player/use-player.ts';
import { providePreferences } from '#web/flows/preferences/provide-preferences.ts';
import { usePreferences } from '#web/flows/preferences/use-preferences.ts';
import { provideProposalReview } from '#web/flows/proposal-review/provide-proposal-review.ts';
import { useProposalReview } from '#web/flows/proposal-review/use-proposal-review.ts';
import { noticePermission, provideReadyNotice } from '#web/flows/ready-notice/provide-ready-notice.ts';
import { useReadyNotice } from '#web/flows/ready-notice/use-ready-notice.ts';
import { provideRecording } from '#web/flows/recording/provide-recording.ts';
import { useRecording } from '#web/flows/recording/use-recording.ts';
import { provideShareLink } from '#web/flows/share-link/provide-share-link.ts';
import { useShareLink } from '#web/flows/share-link/use-share-link.ts';
import { provideSpeakerMapping } from '#web/flows/speaker-mapping/provide-speaker-mapping.ts';
import { useSpeakerMapping } from '#web/flows/speaker-mapping/use-speaker-mapping.ts';
import { useTour } from '#web/flows/tour/use-tour.ts';
import { provideTranscriptEditing } from '#web/flows/transcript-editing/provide-transcript-editing.ts';
import { useTranscriptEditing } from '#web/flows/transcript-editing/use-transcript-editing.ts';
import { provideVoiceErasure } from '#web/flows/voice-erasure/provide-voice-erasure.ts';
import { useVoiceErasure } from '#web/flows/voice-erasure/use-voice-erasure.ts';
import type { LastingFlow, LastingFlows } from '#web/hooks/app-port.ts';
import type { DemandedModal, LoadModalView, OpenedModal } from '#web/hooks/modal-views.ts';
import { campaignPlaceOf } from '#web/hooks/paths.ts';
import type { AdaptMachine } from '#web/hooks/shared-port.ts';
import { applyTheme } from '#web/ui/theme.ts';
import type { Arrival } from './arrival.ts';
import type { Surroundings } from './surroundings.ts';

export interface LastingEntry<Machine extends AnyStateMachine> {
  machine: Machine;
  provide: (around: Surroundings) => Machine;
  /** How views read it, if more than its own modal does. */
  hook?: () => unknown;
  /** Modals that the user opens. */
  opens?: Partial<Record<OpenedModal, LoadModalView>>;
  /** Modals that the app requires. The order of the list is their precedence (R2.34). */
  demands?: Partial<Record<DemandedModal, LoadModalView>>;
  onArrival?: (arrival: Arrival, around: Pick<Surroundings, 'storage' | 'page'>) => EventFrom<Machine> | null;
}

/**
 * Every flow that runs as long as the app. The root actor, the app, the modal host and the tests derive from
 * this list. Flows start, and hear of arriving and leaving users, in this order. It is also the precedence of
 * required modals; modals themselves come last.
 */
export const lastingFlows = {
  auth: {
    machine: authMachine,
    provide: (around) => provideAuth({ ...around, location: around.page.location }),
    hook: useAuth,
  },
  loadingOverlay: {
    machine: loadingOverlayMachine,
    provide: () => loadingOverlayMachine,
    hook: useLoadingOverlay,
  },
  preferences: {
    machine: preferencesMachine,
    provide: (around) =>
      providePreferences({
        ...around,
        apply: (preferences) => {
          const theme = preferences?.theme ?? 'system';
          keepTheme(around.storage, theme);
          applyTheme(theme, around.page.document.documentElement);
        },
      }),
    hook: usePreferences,
    onArrival: ({ user: { userId } }, { storage }) => ({
      type: 'user.arrived',
      userId,
      cached: readFact(storage, storedPreferences(userId)) ?? defaultPreferences,
    }),
  },
  agreements: {
    machine: agreementsMachine,
    provide: (around) =>
      provideAgreements({
        ...around,
        demandModal: () => around.demand('agreements'),
        settleModal: () => around.settle('agreements'),
        leaveAccount: () => {
          const userId = around.userId();
          const keys = userId === null ? [] : keysOfUser(around.storage, userId);
          for (const key of keys) around.storage.removeItem(key);
          around.signOut();
        },
      }),
    hook: useAgreements,
    demands: {
      agreements: async () => (await import('#web/flows/agreements/agreements-modal.tsx')).AgreementsModal,
    },
    onArrival: ({ user: { agreementsAccepted } }) => ({ type: 'user.arrived', agreementsAccepted }),
  },
  emailVerification: {
    machine: emailVerificationMachine,
    provide: (around) =>
      provideEmailVerification({
        ...around,
        demandModal: () => around.demand('emailVerification'),
        settleModal: () => around.settle('emailVerification'),
      }),
    hook: useEmailVerification,
    demands: {
      emailVerification: async () =>
        (await import('#web/flows/email-verification/email-verification-modal.tsx')).EmailVerificationModal,
    },
    // Accepting the agreements reloads the page, and every arrival emails a code that replaces the previous
    // one.
    onArrival: ({ user, hasLinkedCode }) =>
      user.agreementsAccepted ? { type: 'user.arrived', hasLinkedCode } : null,
  },
  checkout: {
    machine: checkoutMachine,
    provide: (around) =>
      provideCheckout({
        ...around,
        userAgent: around.page.navigator.userAgent,
        referral: () => around.sourceInfo()?.promotekit_referral ?? null,
        showOptions: () => around.openModal('purchaseOptions'),
        hideOptions: () => around.closeModal('purchaseOptions'),
        dropChoice: () => {
          const { pathname, search, hash } = around.page.location;
          if (choiceOf(hash) !== null) around.navigate(pathname + search, { replace: true });
        },
        tell: (text) => {
          if (!around.isModalOpen()) around.notices.show(text, 'information');
        },
      }),
    hook: usePurchase,
    opens: {
      purchaseOptions: async () =>
        (await import('#web/features/billing/purchase-options-modal.tsx')).PurchaseOptionsModal,
    },
    onArrival: ({ paymentReturn: { checkout } }) =>
      checkout === null ? null : { type: 'return.found', ...checkout },
  },
  billingPortal: {
    machine: billingPortalMachine,
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
    hook: useBillingPortal,
    onArrival: ({ paymentReturn: { fromPortal } }) => (fromPortal ? { type: 'return.found' } : null),
  },
  accountDeletion: {
    machine: accountDeletionMachine,
    provide: (around) =>
      provideAccountDeletion({
        ...around,
        demandReSignIn: () => around.demand('reSignIn'),
        settleReSignIn: () => around.settle('reSignIn'),
      }),
    hook: useAccountDeletion,
    opens: {
      deleteAccount: async () =>
        (await import('#web/flows/account-deletion/delete-account-modal.tsx')).DeleteAccountModal,
    },
    demands: {
      reSignIn: async () => (await import('#web/flows/account-deletion/re-sign-in-modal.tsx')).ReSignInModal,
    },
  },
  copylessNotice: {
    machine: copylessNoticeMachine,
    provide: (around) =>
      copylessNoticeMachine.provide({
        actions: {
          demandNotice: () => around.demand('copylessNotice'),
          settleNotice: () => around.settle('copylessNotice'),
          rememberShown: () => writeFact(around.storage, storedFacts.copylessNotice, true),
        },
      }),
    demands: {
      copylessNotice: async () =>
        (await import('#web/flows/copyless-notice/copyless-notice-modal.tsx')).CopylessNoticeModal,
    },
    onArrival: ({ user: { userCreatedAt } }, { storage }) => ({
      type: 'user.arrived',
      userCreatedAt,
      wasShown: readFact(storage, storedFacts.copylessNotice) ?? false,
    }),
  },
  credentialsChange: {
    machine: credentialsChangeMachine,
    provide: provideCredentialsChange,
    hook: useCredentialsChange,
  },
  dataExport: {
    machine: dataExportMachine,
    provide: (around) => provideDataExport({ ...around, saveFile }),
    hook: useDataExport,
  },
  notesImport: { machine: notesImportMachine, provide: provideNotesImport, hook: useNotesImport },
  campaignWebhook: {
    machine: campaignWebhookMachine,
    provide: provideCampaignWebhook,
    hook: useCampaignWebhook,
  },
  notesPosting: { machine: notesPostingMachine, provide: provideNotesPosting, hook: useNotesPosting },
  player: { machine: playerMachine, provide: providePlayer, hook: usePlayer },
  recording: { machine: recordingMachine, provide: provideRecording, hook: useRecording },
  readyNotice: {
    machine: readyNoticeMachine,
    provide: (around) =>
      provideReadyNotice({
        ...around,
        announce: (text, link) => around.notices.show(text, 'information', link),
      }),
    hook: useReadyNotice,
    onArrival: ({ user: { userId } }, { storage, page }) => ({
      type: 'user.arrived',
      permission: noticePermission(page),
      isWanted: readFact(storage, storedReadyNotice(userId)) ?? false,
    }),
  },
  tour: {
    machine: tourMachine,
    provide: (around) =>
      tourMachine.provide({
        actions: { rememberSeen: () => around.changePreferences({ tour_seen: true }) },
      }),
    hook: useTour,
  },
  feedback: {
    machine: feedbackMachine,
    provide: (around) =>
      provideFeedback({
        ...around,
        place: () => campaignPlaceOf(around.page.location.search),
        leaveModal: () => around.closeModal('feedback'),
      }),
    hook: useFeedback,
    opens: {
      feedback: async () => (await import('#web/flows/feedback/feedback-modal.tsx')).FeedbackModal,
    },
  },
  shareLink: {
    machine: shareLinkMachine,
    provide: (around) =>
      provideShareLink({
        ...around,
        origin: () => around.page.location.origin,
        writeText: (text) => around.page.navigator.clipboard.writeText(text),
        leaveModal: () => around.closeModal('share'),
      }),
    hook: useShareLink,
    opens: {
      share: async () => (await import('#web/flows/share-link/share-modal.tsx')).ShareModal,
    },
  },
  proposalReview: {
    machine: proposalReviewMachine,
    provide: (around) =>
      provideProposalReview({ ...around, leaveModal: () => around.closeModal('proposals') }),
    hook: useProposalReview,
    opens: {
      proposals: async () => (await import('#web/flows/proposal-review/proposals-modal.tsx')).ProposalsModal,
    },
  },
  nameCorrection: {
    machine: nameCorrectionMachine,
    provide: (around) =>
      provideNameCorrection({ ...around, leaveModal: () => around.closeModal('nameCorrection') }),
    hook: useNameCorrection,
    opens: {
      nameCorrection: async () =>
        (await import('#web/flows/name-correction/name-correction-modal.tsx')).NameCorrectionModal,
    },
  },
  speakerMapping: {
    machine: speakerMappingMachine,
    provide: (around) =>
      provideSpeakerMapping({ ...around, leaveModal: () => around.closeModal('speakerMapping') }),
    hook: useSpeakerMapping,
    opens: {
      speakerMapping: async () =>
        (await import('#web/flows/speaker-mapping/speaker-mapping-modal.tsx')).SpeakerMappingModal,
    },
  },
  notesEditing: {
    machine: notesEditingMachine,
    provide: (around) =>
      provideNotesEditing({ ...around, leaveModal: () => around.closeModal('notesEditing') }),
    hook: useNotesEditing,
    opens: {
      notesEditing: async () =>
        (await import('#web/flows/notes-editing/notes-history-modal.tsx')).NotesHistoryModal,
    },
  },
  transcriptEditing: {
    machine: transcriptEditingMachine,
    provide: provideTranscriptEditing,
    hook: useTranscriptEditing,
  },
  checkInbox: {
    machine: checkInboxMachine,
    provide: (around) => provideCheckInbox({ ...around, leaveModal: () => around.closeModal('checkInbox') }),
    hook: useCheckInbox,
    opens: {
      checkInbox: async () => (await import('#web/flows/check-inbox/check-inbox-modal.tsx')).CheckInboxModal,
    },
  },
  voiceErasure: {
    machine: voiceErasureMachine,
    provide: (around) =>
      provideVoiceErasure({ ...around, leaveModal: () => around.closeModal('voiceErasure') }),
    hook: useVoiceErasure,
    opens: {
      voiceErasure: async () =>
        (await import('#web/flows/voice-erasure/voice-erasure-modal.tsx')).VoiceErasureModal,
    },
  },
  modals: { machine: modalsMachine, provide: () => modalsMachine, hook: useModals },
} as const satisfies { [Name in LastingFlow]: LastingEntry<LastingFlows[Name]> };

export const lastingNames: readonly LastingFlow[] = keysOf(lastingFlows);

export const lastingFlow = (name: LastingFlow): LastingEntry<AnyStateMachine> =>
  // biome-ignore lint/plugin: each entry gives effects to its own machine, and receives no other.
  lastingFlows[name] as unknown as LastingEntry<AnyStateMachine>;

export function provideLastingFlows(around: Surroundings, adapt: AdaptMachine): LastingFlows {
  // biome-ignore lint/plugin: the list has exactly the names of the type.
  return Object.fromEntries(
    lastingNames.map((name) => [name, adapt(lastingFlow(name).provide(around))]),
  ) as unknown as LastingFlows;
}
