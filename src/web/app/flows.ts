import type { AnyStateMachine } from 'xstate';
import { keysOf } from '#contract/unknown-values.ts';
import { loadingOverlayMachine } from '#machines/loading-overlay/loading-overlay.machine.ts';
import { modalsMachine } from '#machines/modals/modals.machine.ts';
import { agreements } from '#web/flows/agreements/provide-agreements.ts';
import { auth } from '#web/flows/auth/provide-auth.ts';
import { copylessNotice } from '#web/flows/copyless-notice/provide-copyless-notice.ts';
import { emailVerification } from '#web/flows/email-verification/provide-email-verification.ts';
import type { Sound } from '#web/flows/player/sound.ts';
import { preferences } from '#web/flows/preferences/provide-preferences.ts';
import type { MeasureAudio } from '#web/flows/upload/measure-audio.ts';
import type { Transfer } from '#web/flows/upload/transfer.ts';
import type { FlowMachines, FlowName } from '#web/hooks/flow-actors.ts';
import type { Flow, SpawnedFlow, SpawnedFlows } from '#web/hooks/flow-port.ts';
import type { ModalViews } from '#web/hooks/modal-views.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

/** Optional ones default to the browser's own. */
export interface Replaceable {
  measure?: MeasureAudio;
  transfer?: Transfer;
  sound?: Sound;
}

export type AppSurroundings = Surroundings & Replaceable;

export interface Registration<Machine extends AnyStateMachine = AnyStateMachine> {
  /** Runs from the start. */
  early?: Flow<Machine>;
  /** Loads when it is first needed, or when the browser is idle. */
  late?: () => Promise<Flow<Machine, AppSurroundings>>;
  /** Each view is its own chunk. */
  modals?: ModalViews;
  /** R2.34: the app requires them of the user, before those that the user opened. */
  demands?: ModalViews;
}

type Registrations = { readonly [Name in FlowName]?: Registration<FlowMachines[Name]> };

/** One actor for as long as the app runs. Early ones start in this order, which is also that of required modals (R2.34). */
export const flows = {
  auth: { early: auth },
  loadingOverlay: { early: { provide: () => loadingOverlayMachine } },
  preferences: { early: preferences },
  agreements: {
    early: agreements,
    demands: {
      agreements: async () => (await import('#web/flows/agreements/agreements-modal.tsx')).AgreementsModal,
    },
  },
  emailVerification: {
    early: emailVerification,
    demands: {
      emailVerification: async () =>
        (await import('#web/flows/email-verification/email-verification-modal.tsx')).EmailVerificationModal,
    },
  },
  accountDeletion: {
    late: async () =>
      (await import('#web/flows/account-deletion/provide-account-deletion.ts')).accountDeletion,
    demands: {
      reSignIn: async () => (await import('#web/flows/account-deletion/re-sign-in-modal.tsx')).ReSignInModal,
    },
    modals: {
      deleteAccount: async () =>
        (await import('#web/flows/account-deletion/delete-account-modal.tsx')).DeleteAccountModal,
    },
  },
  copylessNotice: {
    early: copylessNotice,
    demands: {
      copylessNotice: async () =>
        (await import('#web/flows/copyless-notice/copyless-notice-modal.tsx')).CopylessNoticeModal,
    },
  },
  modals: { early: { provide: () => modalsMachine } },
  checkout: {
    late: async () => (await import('#web/flows/checkout/provide-checkout.ts')).checkout,
    modals: {
      purchaseOptions: async () =>
        (await import('#web/features/billing/purchase-options-modal.tsx')).PurchaseOptionsModal,
    },
  },
  billingPortal: {
    late: async () => (await import('#web/flows/billing-portal/provide-billing-portal.ts')).billingPortal,
    modals: {
      creditsAndBilling: async () =>
        (await import('#web/features/account/account-settings-modal.tsx')).CreditsAndBillingModal,
    },
  },
  credentialsChange: {
    late: async () =>
      (await import('#web/flows/credentials-change/provide-credentials-change.ts')).credentialsChange,
    modals: {
      accountSettings: async () =>
        (await import('#web/features/account/account-settings-modal.tsx')).AccountSettingsModal,
    },
  },
  dataExport: {
    late: async () => (await import('#web/flows/data-export/provide-data-export.ts')).dataExport,
    modals: {
      yourData: async () => (await import('#web/features/account/account-settings-modal.tsx')).YourDataModal,
    },
  },
  notesModel: {
    late: async () => (await import('#web/flows/notes-model/provide-notes-model.ts')).notesModel,
  },
  olderNotes: {
    late: async () => (await import('#web/flows/older-notes/provide-older-notes.ts')).olderNotes,
  },
  notesImport: {
    late: async () => (await import('#web/flows/notes-import/provide-notes-import.ts')).notesImport,
  },
  campaignWebhook: {
    late: async () =>
      (await import('#web/flows/campaign-webhook/provide-campaign-webhook.ts')).campaignWebhook,
  },
  notesPosting: {
    late: async () => (await import('#web/flows/notes-posting/provide-notes-posting.ts')).notesPosting,
  },
  player: { late: async () => (await import('#web/flows/player/provide-player.ts')).player },
  recording: { late: async () => (await import('#web/flows/recording/provide-recording.ts')).recording },
  incomingRecording: {
    late: async () =>
      (await import('#web/flows/incoming-recording/provide-incoming-recording.ts')).incomingRecording,
  },
  readyNotice: {
    late: async () => (await import('#web/flows/ready-notice/provide-ready-notice.ts')).readyNotice,
  },
  recapNotice: {
    late: async () => (await import('#web/flows/recap-notice/provide-recap-notice.ts')).recapNotice,
  },
  tour: { late: async () => (await import('#web/flows/tour/provide-tour.ts')).tour },
  feedback: {
    late: async () => (await import('#web/flows/feedback/provide-feedback.ts')).feedback,
    modals: { feedback: async () => (await import('#web/flows/feedback/feedback-modal.tsx')).FeedbackModal },
  },
  shareLink: {
    late: async () => (await import('#web/flows/share-link/provide-share-link.ts')).shareLink,
    modals: { share: async () => (await import('#web/flows/share-link/share-modal.tsx')).ShareModal },
  },
  proposalReview: {
    late: async () => (await import('#web/flows/proposal-review/provide-proposal-review.ts')).proposalReview,
    modals: {
      proposals: async () => (await import('#web/flows/proposal-review/proposals-modal.tsx')).ProposalsModal,
    },
  },
  instruction: {
    late: async () => (await import('#web/flows/instruction/provide-instruction.ts')).instruction,
    modals: {
      instruction: async () =>
        (await import('#web/flows/instruction/instruction-modal.tsx')).InstructionModal,
    },
  },
  recapCollection: {
    late: async () =>
      (await import('#web/flows/recap-collection/provide-recap-collection.ts')).recapCollection,
    modals: {
      recapCollection: async () =>
        (await import('#web/flows/recap-collection/recap-collection-modal.tsx')).RecapCollectionModal,
    },
  },
  campaignSearch: {
    late: async () => (await import('#web/flows/campaign-search/provide-campaign-search.ts')).campaignSearch,
    modals: {
      campaignSearch: async () =>
        (await import('#web/flows/campaign-search/campaign-search-modal.tsx')).CampaignSearchModal,
    },
  },
  nameCorrection: {
    late: async () => (await import('#web/flows/name-correction/provide-name-correction.ts')).nameCorrection,
    modals: {
      nameCorrection: async () =>
        (await import('#web/flows/name-correction/name-correction-modal.tsx')).NameCorrectionModal,
    },
  },
  speakerMapping: {
    late: async () => (await import('#web/flows/speaker-mapping/provide-speaker-mapping.ts')).speakerMapping,
    modals: {
      speakerMapping: async () =>
        (await import('#web/flows/speaker-mapping/speaker-mapping-modal.tsx')).SpeakerMappingModal,
    },
  },
  notesEditing: {
    late: async () => (await import('#web/flows/notes-editing/provide-notes-editing.ts')).notesEditing,
    modals: {
      notesEditing: async () =>
        (await import('#web/flows/notes-editing/notes-history-modal.tsx')).NotesHistoryModal,
    },
  },
  transcriptEditing: {
    late: async () =>
      (await import('#web/flows/transcript-editing/provide-transcript-editing.ts')).transcriptEditing,
  },
  checkInbox: {
    late: async () => (await import('#web/flows/check-inbox/provide-check-inbox.ts')).checkInbox,
    modals: {
      checkInbox: async () => (await import('#web/flows/check-inbox/check-inbox-modal.tsx')).CheckInboxModal,
    },
  },
  voiceErasure: {
    late: async () => (await import('#web/flows/voice-erasure/provide-voice-erasure.ts')).voiceErasure,
    modals: {
      voiceErasure: async () =>
        (await import('#web/flows/voice-erasure/voice-erasure-modal.tsx')).VoiceErasureModal,
    },
  },
  whatsNew: { late: async () => (await import('#web/flows/whats-new/provide-whats-new.ts')).whatsNew },
} as const satisfies Registrations;

/** They open an actor where it is needed, such as one for each session. */
export const spawnedFlows = {
  upload: async () => (await import('#web/flows/upload/provide-upload.ts')).upload,
  notesAutosave: async () =>
    (await import('#web/flows/notes-autosave/provide-notes-autosave.ts')).notesAutosave,
  analysis: async () => (await import('#web/flows/analysis/provide-analysis.ts')).analysis,
  transcriptImport: async () =>
    (await import('#web/flows/transcript-import/provide-transcript-import.ts')).transcriptImport,
} as const satisfies { [Name in keyof SpawnedFlows]: () => Promise<SpawnedFlow<Name, AppSurroundings>> };

export type LastingFlow = keyof typeof flows;

export const registrations: Registrations = flows;
export const flowNames = keysOf(flows);

const viewsOf = (kind: 'modals' | 'demands'): ModalViews =>
  Object.fromEntries(Object.values<Registration>(flows).flatMap((flow) => Object.entries(flow[kind] ?? {})));

export const demandedModals: readonly string[] = Object.keys(viewsOf('demands'));
export const modalViews: ModalViews = { ...viewsOf('modals'), ...viewsOf('demands') };
