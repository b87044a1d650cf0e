import { accountDeletionFlow } from './account-deletion/account-deletion.flow.ts';
import { accountPartFlow } from './account-part/account-part.flow.ts';
import { agreementsFlow } from './agreements/agreements.flow.ts';
import { alphaFlagFlow } from './alpha-flag/alpha-flag.flow.ts';
import { analysisFlow } from './analysis/analysis.flow.ts';
import { analysisJobFlow } from './analysis-job/analysis-job.flow.ts';
import { analysisStartFlow } from './analysis-start/analysis-start.flow.ts';
import { authFlow } from './auth/auth.flow.ts';
import { billingPortalFlow } from './billing-portal/billing-portal.flow.ts';
import { campaignSearchFlow } from './campaign-search/campaign-search.flow.ts';
import { campaignWebhookFlow } from './campaign-webhook/campaign-webhook.flow.ts';
import { checkInboxFlow } from './check-inbox/check-inbox.flow.ts';
import { checkoutFlow } from './checkout/checkout.flow.ts';
import { clickDebounceFlow } from './click-debounce/click-debounce.flow.ts';
import { clipboardFlow } from './clipboard/clipboard.flow.ts';
import { consentFlow } from './consent/consent.flow.ts';
import { copyToNotesFlow } from './copy-to-notes/copy-to-notes.flow.ts';
import { copylessNoticeFlow } from './copyless-notice/copyless-notice.flow.ts';
import { creationFlow } from './creation/creation.flow.ts';
import { credentialsChangeFlow } from './credentials-change/credentials-change.flow.ts';
import { dataExportFlow } from './data-export/data-export.flow.ts';
import { deletionFlow } from './deletion/deletion.flow.ts';
import { emailVerificationFlow } from './email-verification/email-verification.flow.ts';
import { feedbackFlow } from './feedback/feedback.flow.ts';
import { incomingRecordingFlow } from './incoming-recording/incoming-recording.flow.ts';
import { instructionFlow } from './instruction/instruction.flow.ts';
import type { AnyCatalogueEntry } from './kit/catalogue.ts';
import { loadingOverlayFlow } from './loading-overlay/loading-overlay.flow.ts';
import { modalsFlow } from './modals/modals.flow.ts';
import { nameCorrectionFlow } from './name-correction/name-correction.flow.ts';
import { nameListFlow } from './name-list/name-list.flow.ts';
import { nextStepsFlow } from './next-steps/next-steps.flow.ts';
import { notesAutosaveFlow } from './notes-autosave/notes-autosave.flow.ts';
import { notesEditingFlow } from './notes-editing/notes-editing.flow.ts';
import { notesExportFlow } from './notes-export/notes-export.flow.ts';
import { notesImportFlow } from './notes-import/notes-import.flow.ts';
import { notesModelFlow } from './notes-model/notes-model.flow.ts';
import { notesPostingFlow } from './notes-posting/notes-posting.flow.ts';
import { olderNotesFlow } from './older-notes/older-notes.flow.ts';
import { passageMoveFlow } from './passage-move/passage-move.flow.ts';
import { playerFlow } from './player/player.flow.ts';
import { preferencesFlow } from './preferences/preferences.flow.ts';
import { prepSheetFlow } from './prep-sheet/prep-sheet.flow.ts';
import { proposalReviewFlow } from './proposal-review/proposal-review.flow.ts';
import { readyNoticeFlow } from './ready-notice/ready-notice.flow.ts';
import { recapCollectionFlow } from './recap-collection/recap-collection.flow.ts';
import { recapNoticeFlow } from './recap-notice/recap-notice.flow.ts';
import { recordChangeFlow } from './record-change/record-change.flow.ts';
import { recordingFlow } from './recording/recording.flow.ts';
import { releaseWatchFlow } from './release-watch/release-watch.flow.ts';
import { scrollToTargetFlow } from './scroll-to-target/scroll-to-target.flow.ts';
import { shareLinkFlow } from './share-link/share-link.flow.ts';
import { signInFlow } from './sign-in/sign-in.flow.ts';
import { speakerMappingFlow } from './speaker-mapping/speaker-mapping.flow.ts';
import { subscriptionFlow } from './subscription/subscription.flow.ts';
import { threadBoardFlow } from './thread-board/thread-board.flow.ts';
import { tourFlow } from './tour/tour.flow.ts';
import { transcriptEditingFlow } from './transcript-editing/transcript-editing.flow.ts';
import { transcriptImportFlow } from './transcript-import/transcript-import.flow.ts';
import { uploadFlow } from './upload/upload.flow.ts';
import { voiceErasureFlow } from './voice-erasure/voice-erasure.flow.ts';
import { whatsNewFlow } from './whats-new/whats-new.flow.ts';
import { worldReviewFlow } from './world-review/world-review.flow.ts';

/** By the id of its machine, in the order of the documents. */
const flows = {
  auth: authFlow,
  signIn: signInFlow,
  emailVerification: emailVerificationFlow,
  accountDeletion: accountDeletionFlow,
  agreements: agreementsFlow,
  copylessNotice: copylessNoticeFlow,
  preferences: preferencesFlow,
  credentialsChange: credentialsChangeFlow,
  dataExport: dataExportFlow,
  creation: creationFlow,
  deletion: deletionFlow,
  recording: recordingFlow,
  incomingRecording: incomingRecordingFlow,
  upload: uploadFlow,
  analysisStart: analysisStartFlow,
  analysis: analysisFlow,
  analysisJob: analysisJobFlow,
  readyNotice: readyNoticeFlow,
  recapNotice: recapNoticeFlow,
  tour: tourFlow,
  copyToNotes: copyToNotesFlow,
  nextSteps: nextStepsFlow,
  notesAutosave: notesAutosaveFlow,
  shareLink: shareLinkFlow,
  proposalReview: proposalReviewFlow,
  campaignSearch: campaignSearchFlow,
  worldReview: worldReviewFlow,
  threadBoard: threadBoardFlow,
  prepSheet: prepSheetFlow,
  nameCorrection: nameCorrectionFlow,
  nameList: nameListFlow,
  speakerMapping: speakerMappingFlow,
  transcriptEditing: transcriptEditingFlow,
  checkInbox: checkInboxFlow,
  voiceErasure: voiceErasureFlow,
  notesEditing: notesEditingFlow,
  notesImport: notesImportFlow,
  notesExport: notesExportFlow,
  transcriptImport: transcriptImportFlow,
  campaignWebhook: campaignWebhookFlow,
  notesModel: notesModelFlow,
  olderNotes: olderNotesFlow,
  instruction: instructionFlow,
  recapCollection: recapCollectionFlow,
  notesPosting: notesPostingFlow,
  player: playerFlow,
  subscription: subscriptionFlow,
  checkout: checkoutFlow,
  billingPortal: billingPortalFlow,
  releaseWatch: releaseWatchFlow,
  whatsNew: whatsNewFlow,
  modals: modalsFlow,
  loadingOverlay: loadingOverlayFlow,
  clipboard: clipboardFlow,
  passageMove: passageMoveFlow,
  recordChange: recordChangeFlow,
  clickDebounce: clickDebounceFlow,
  scrollToTarget: scrollToTargetFlow,
  accountPart: accountPartFlow,
  consent: consentFlow,
  alphaFlag: alphaFlagFlow,
  feedback: feedbackFlow,
};

export const catalogue: readonly AnyCatalogueEntry[] = Object.values(flows);

export type FlowMachines = { [Name in keyof typeof flows]: (typeof flows)[Name]['machine'] };
