import { choiceOf } from '#contract/choices.ts';
import { arrivalProblemOf } from '#contract/incoming-recordings.ts';
import { storedFacts, storedReadyNotice } from '#contract/stored.ts';
import { accountDeletionMachine } from '#machines/account-deletion/account-deletion.machine.ts';
import { billingPortalMachine } from '#machines/billing-portal/billing-portal.machine.ts';
import { campaignWebhookMachine } from '#machines/campaign-webhook/campaign-webhook.machine.ts';
import { checkInboxMachine } from '#machines/check-inbox/check-inbox.machine.ts';
import { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import { credentialsChangeMachine } from '#machines/credentials-change/credentials-change.machine.ts';
import { dataExportMachine } from '#machines/data-export/data-export.machine.ts';
import { feedbackMachine } from '#machines/feedback/feedback.machine.ts';
import { incomingRecordingMachine } from '#machines/incoming-recording/incoming-recording.machine.ts';
import { nameCorrectionMachine } from '#machines/name-correction/name-correction.machine.ts';
import { notesEditingMachine } from '#machines/notes-editing/notes-editing.machine.ts';
import { notesImportMachine } from '#machines/notes-import/notes-import.machine.ts';
import { notesPostingMachine } from '#machines/notes-posting/notes-posting.machine.ts';
import { playerMachine } from '#machines/player/player.machine.ts';
import { proposalReviewMachine } from '#machines/proposal-review/proposal-review.machine.ts';
import { readyNoticeMachine } from '#machines/ready-notice/ready-notice.machine.ts';
import { recordingMachine } from '#machines/recording/recording.machine.ts';
import { shareLinkMachine } from '#machines/share-link/share-link.machine.ts';
import { speakerMappingMachine } from '#machines/speaker-mapping/speaker-mapping.machine.ts';
import { tourMachine } from '#machines/tour/tour.machine.ts';
import { transcriptEditingMachine } from '#machines/transcript-editing/transcript-editing.machine.ts';
import { transcriptImportMachine } from '#machines/transcript-import/transcript-import.machine.ts';
import { voiceErasureMachine } from '#machines/voice-erasure/voice-erasure.machine.ts';
import { whatsNewMachine } from '#machines/whats-new/whats-new.machine.ts';
import { saveFile } from '#web/effects/save-file.ts';
import { readFact, writeFact } from '#web/effects/stored-facts.ts';
import { provideAccountDeletion } from '#web/flows/account-deletion/provide-account-deletion.ts';
import { provideBillingPortal } from '#web/flows/billing-portal/provide-billing-portal.ts';
import { provideCampaignWebhook } from '#web/flows/campaign-webhook/provide-campaign-webhook.ts';
import { provideCheckInbox } from '#web/flows/check-inbox/provide-check-inbox.ts';
import { provideCheckout } from '#web/flows/checkout/provide-checkout.ts';
import { provideCredentialsChange } from '#web/flows/credentials-change/provide-credentials-change.ts';
import { provideDataExport } from '#web/flows/data-export/provide-data-export.ts';
import { provideFeedback } from '#web/flows/feedback/provide-feedback.ts';
import { provideIncomingRecording } from '#web/flows/incoming-recording/provide-incoming-recording.ts';
import { provideNameCorrection } from '#web/flows/name-correction/provide-name-correction.ts';
import { provideNotesEditing } from '#web/flows/notes-editing/provide-notes-editing.ts';
import { provideNotesImport } from '#web/flows/notes-import/provide-notes-import.ts';
import { provideNotesPosting } from '#web/flows/notes-posting/provide-notes-posting.ts';
import { providePlayer } from '#web/flows/player/provide-player.ts';
import { provideProposalReview } from '#web/flows/proposal-review/provide-proposal-review.ts';
import { noticePermission, provideReadyNotice } from '#web/flows/ready-notice/provide-ready-notice.ts';
import { provideRecording } from '#web/flows/recording/provide-recording.ts';
import { provideShareLink } from '#web/flows/share-link/provide-share-link.ts';
import { provideSpeakerMapping } from '#web/flows/speaker-mapping/provide-speaker-mapping.ts';
import { provideTranscriptEditing } from '#web/flows/transcript-editing/provide-transcript-editing.ts';
import { provideTranscriptImport } from '#web/flows/transcript-import/provide-transcript-import.ts';
import { provideVoiceErasure } from '#web/flows/voice-erasure/provide-voice-erasure.ts';
import { provideWhatsNew } from '#web/flows/whats-new/provide-whats-new.ts';
import type { LastingFlows } from '#web/hooks/app-port.ts';
import { campaignPlaceOf } from '#web/hooks/paths.ts';
import type { LastingEntry, LateFlow } from './lasting-flows.ts';
import { releaseVersion } from './release-version.ts';
import type { LateSurroundings } from './surroundings.ts';

/** Load with the first view of campaigns, sessions or dialogs, or when the browser is idle. */
export const lateFlows = {
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
  },
  credentialsChange: {
    machine: credentialsChangeMachine,
    provide: provideCredentialsChange,
  },
  dataExport: {
    machine: dataExportMachine,
    provide: (around) => provideDataExport({ ...around, saveFile }),
  },
  notesImport: { machine: notesImportMachine, provide: provideNotesImport },
  transcriptImport: { machine: transcriptImportMachine, provide: provideTranscriptImport },
  campaignWebhook: {
    machine: campaignWebhookMachine,
    provide: provideCampaignWebhook,
  },
  notesPosting: { machine: notesPostingMachine, provide: provideNotesPosting },
  player: { machine: playerMachine, provide: providePlayer },
  recording: { machine: recordingMachine, provide: provideRecording },
  incomingRecording: {
    machine: incomingRecordingMachine,
    provide: provideIncomingRecording,
    onArrival: (_, { page }) => ({
      type: 'user.arrived',
      problem: arrivalProblemOf(page.location.search),
    }),
  },
  readyNotice: {
    machine: readyNoticeMachine,
    provide: (around) =>
      provideReadyNotice({
        ...around,
        announce: (text, link) => around.notices.show(text, 'information', link),
      }),
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
  },
  feedback: {
    machine: feedbackMachine,
    provide: (around) =>
      provideFeedback({
        ...around,
        place: () => campaignPlaceOf(around.page.location.search),
        leaveModal: () => around.closeModal('feedback'),
      }),
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
  },
  proposalReview: {
    machine: proposalReviewMachine,
    provide: (around) =>
      provideProposalReview({ ...around, leaveModal: () => around.closeModal('proposals') }),
  },
  nameCorrection: {
    machine: nameCorrectionMachine,
    provide: (around) =>
      provideNameCorrection({ ...around, leaveModal: () => around.closeModal('nameCorrection') }),
  },
  speakerMapping: {
    machine: speakerMappingMachine,
    provide: (around) =>
      provideSpeakerMapping({ ...around, leaveModal: () => around.closeModal('speakerMapping') }),
  },
  notesEditing: {
    machine: notesEditingMachine,
    provide: (around) =>
      provideNotesEditing({ ...around, leaveModal: () => around.closeModal('notesEditing') }),
  },
  transcriptEditing: {
    machine: transcriptEditingMachine,
    provide: provideTranscriptEditing,
  },
  checkInbox: {
    machine: checkInboxMachine,
    provide: (around) => provideCheckInbox({ ...around, leaveModal: () => around.closeModal('checkInbox') }),
  },
  voiceErasure: {
    machine: voiceErasureMachine,
    provide: (around) =>
      provideVoiceErasure({ ...around, leaveModal: () => around.closeModal('voiceErasure') }),
  },
  whatsNew: {
    machine: whatsNewMachine,
    provide: (around) =>
      provideWhatsNew({
        ...around,
        remember: (version) => writeFact(around.storage, storedFacts.seenVersion, version),
      }),
    onArrival: (_, { storage }) => ({
      type: 'user.arrived',
      version: releaseVersion,
      seen: readFact(storage, storedFacts.seenVersion),
    }),
  },
} as const satisfies { [Name in LateFlow]: LastingEntry<LastingFlows[Name], LateSurroundings> };
