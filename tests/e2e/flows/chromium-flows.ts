import { accountDeletionScreen } from '#tests/support/screens/account-deletion.screen.ts';
import { agreementsScreen } from '#tests/support/screens/agreements.screen.ts';
import { analysisScreen } from '#tests/support/screens/analysis.screen.ts';
import { analysisStartScreen } from '#tests/support/screens/analysis-start.screen.ts';
import { authScreen } from '#tests/support/screens/auth.screen.ts';
import { billingPortalScreen } from '#tests/support/screens/billing-portal.screen.ts';
import { campaignWebhookScreen } from '#tests/support/screens/campaign-webhook.screen.ts';
import { checkInboxScreen } from '#tests/support/screens/check-inbox.screen.ts';
import { checkoutScreen } from '#tests/support/screens/checkout.screen.ts';
import { clickDebounceScreen } from '#tests/support/screens/click-debounce.screen.ts';
import { clipboardScreen } from '#tests/support/screens/clipboard.screen.ts';
import { consentScreen } from '#tests/support/screens/consent.screen.ts';
import { copylessNoticeScreen } from '#tests/support/screens/copyless-notice.screen.ts';
import { credentialsChangeScreen } from '#tests/support/screens/credentials-change.screen.ts';
import { dataExportScreen } from '#tests/support/screens/data-export.screen.ts';
import { emailVerificationScreen } from '#tests/support/screens/email-verification.screen.ts';
import { feedbackScreen } from '#tests/support/screens/feedback.screen.ts';
import { loadingOverlayScreen } from '#tests/support/screens/loading-overlay.screen.ts';
import { modalsScreen } from '#tests/support/screens/modals.screen.ts';
import { nameCorrectionScreen } from '#tests/support/screens/name-correction.screen.ts';
import { notesAutosaveScreen } from '#tests/support/screens/notes-autosave.screen.ts';
import { notesEditingScreen } from '#tests/support/screens/notes-editing.screen.ts';
import { notesImportScreen } from '#tests/support/screens/notes-import.screen.ts';
import { notesPostingScreen } from '#tests/support/screens/notes-posting.screen.ts';
import { playerScreen } from '#tests/support/screens/player.screen.ts';
import { preferencesScreen } from '#tests/support/screens/preferences.screen.ts';
import { proposalReviewScreen } from '#tests/support/screens/proposal-review.screen.ts';
import { readyNoticeScreen } from '#tests/support/screens/ready-notice.screen.ts';
import { recordingScreen } from '#tests/support/screens/recording.screen.ts';
import { releaseWatchScreen } from '#tests/support/screens/release-watch.screen.ts';
import type { FlowScreen } from '#tests/support/screens/screen.ts';
import { scrollToTargetScreen } from '#tests/support/screens/scroll-to-target.screen.ts';
import { shareLinkScreen } from '#tests/support/screens/share-link.screen.ts';
import { signInScreen } from '#tests/support/screens/sign-in.screen.ts';
import { speakerMappingScreen } from '#tests/support/screens/speaker-mapping.screen.ts';
import { tourScreen } from '#tests/support/screens/tour.screen.ts';
import { transcriptEditingScreen } from '#tests/support/screens/transcript-editing.screen.ts';
import { uploadScreen } from '#tests/support/screens/upload.screen.ts';
import { voiceErasureScreen } from '#tests/support/screens/voice-erasure.screen.ts';
import { accountDeletion, emailVerification } from './account-end.ts';
import { credentialsChange, dataExport, preferences, readyNotice } from './account-settings.ts';
import { analysis, analysisStart } from './analysis.ts';
import { auth } from './auth.ts';
import { billingPortal, checkout } from './billing.ts';
import type { ChromiumFlow } from './chromium-stage.ts';
import { agreements, copylessNotice } from './demanded-modals.ts';
import { notesImport } from './notes-import.ts';
import { player } from './player.ts';
import { campaignWebhook, notesPosting } from './posting.ts';
import { recording } from './recording.ts';
import { signIn } from './sign-in.ts';
import {
  checkInbox,
  clickDebounce,
  clipboard,
  consent,
  feedback,
  loadingOverlay,
  modals,
  nameCorrection,
  notesAutosave,
  notesEditing,
  proposalReview,
  releaseWatch,
  scrollToTarget,
  shareLink,
  speakerMapping,
  tour,
  transcriptEditing,
  voiceErasure,
} from './small-flows.ts';
import { upload } from './upload.ts';

interface FlowInChromium {
  screen: FlowScreen;
  means: ChromiumFlow;
  /**
   * What the chart is told, as the page has no way to it: events of other flows or of states where the page does not
   * offer them (the screen's table says why), and failures that cannot be.
   */
  told: readonly string[];
  /** Transitions that happen on no page, with the reason. */
  unshown?: { readonly transitions: readonly string[]; readonly reason: string };
}

/** Flows that have a screen: what its page shows and offers, and how it runs in the browser. */
export const flowsInChromium: readonly FlowInChromium[] = [
  {
    screen: authScreen,
    means: auth,
    told: [
      'event login.completed',
      'event refresh.requested',
      'signOut: signing out fails',
      'watchIdentity: watching breaks',
    ],
  },
  { screen: signInScreen, means: signIn, told: [] },
  {
    screen: uploadScreen,
    means: upload,
    // An empty file is refused before anything could be held; the page's own sending and watching never break, and
    // tell of the last piece as of any other first.
    told: [
      'event discard',
      'event file.chosen',
      'event level.chosen',
      'inspectFile: it is empty',
      'sendBytes: sending breaks',
      'sendBytes: the last piece has arrived',
      'watchPage: watching breaks',
    ],
  },
  { screen: analysisStartScreen, means: analysisStart, told: ['event level.chosen', 'event source.changed'] },
  {
    screen: analysisScreen,
    means: analysis,
    told: ['event again.requested', 'followProgress: the stream cannot be opened'],
    unshown: {
      transitions: [
        'analysis.locating --always#2--> analysis.awaitingSource',
        'analysis.awaitingSource --source.changed#0--> analysis.pricing',
      ],
      reason:
        'a session without a recording or transcript shows how to give it one; its analysis begins once it has one',
    },
  },
  { screen: releaseWatchScreen, means: releaseWatch, told: [] },
  {
    screen: loadingOverlayScreen,
    means: loadingOverlay,
    told: ['event work.finished', 'event work.started'],
  },
  {
    screen: modalsScreen,
    means: modals,
    told: ['event modal.demanded', 'event modal.opened', 'event modal.settled', 'event user.left'],
  },
  {
    screen: notesAutosaveScreen,
    means: notesAutosave,
    told: ['event draft.changed', 'event save.requested'],
  },
  { screen: notesImportScreen, means: notesImport, told: ['event import.opened', 'event user.left'] },
  {
    screen: campaignWebhookScreen,
    means: campaignWebhook,
    told: ['event automatic.changed', 'event user.left', 'event webhook.opened'],
  },
  { screen: notesPostingScreen, means: notesPosting, told: ['event posting.opened', 'event user.left'] },
  {
    screen: playerScreen,
    means: player,
    // The sound itself: tests/e2e/player.spec.ts hears it.
    told: [
      'event player.opened',
      'event position.chosen',
      'event user.left',
      'playSound: it is heard',
      'playSound: it is over',
      'playSound: more has to be loaded',
      'playSound: playing breaks',
      'playSound: the browser pauses it',
      'playSound: the sound cannot be loaded',
    ],
  },
  {
    screen: recordingScreen,
    means: recording,
    // The microphone and the browser's database: tests/e2e/recording.spec.ts uses them.
    told: ['event user.left'],
  },
  { screen: clipboardScreen, means: clipboard, told: [] },
  { screen: consentScreen, means: consent, told: [] },
  {
    screen: feedbackScreen,
    means: feedback,
    told: ['event draft.changed', 'event user.left'],
  },
  {
    screen: shareLinkScreen,
    means: shareLink,
    told: ['event passphrase.changed', 'event show.changed', 'event user.left'],
  },
  { screen: checkInboxScreen, means: checkInbox, told: ['event user.left'] },
  { screen: voiceErasureScreen, means: voiceErasure, told: ['event user.left'] },
  { screen: notesEditingScreen, means: notesEditing, told: ['event user.left'] },
  { screen: speakerMappingScreen, means: speakerMapping, told: ['event user.left'] },
  {
    screen: transcriptEditingScreen,
    means: transcriptEditing,
    told: ['event line.opened', 'event line.split', 'event speaker.chosen', 'event user.left'],
  },
  { screen: nameCorrectionScreen, means: nameCorrection, told: ['event user.left'] },
  { screen: proposalReviewScreen, means: proposalReview, told: ['event user.left'] },
  {
    screen: preferencesScreen,
    means: preferences,
    told: [
      'event preference.changed',
      'event retry',
      'event user.arrived',
      'event user.left',
      'watchCache: the browser reports an error',
    ],
  },
  {
    screen: readyNoticeScreen,
    means: readyNotice,
    told: ['event analysis.ended', 'event user.arrived', 'event user.left'],
  },
  { screen: tourScreen, means: tour, told: ['event notes.shown', 'event user.left'] },
  { screen: credentialsChangeScreen, means: credentialsChange, told: ['event user.left'] },
  { screen: dataExportScreen, means: dataExport, told: ['event user.left'] },
  {
    screen: checkoutScreen,
    means: checkout,
    told: [
      'event choice.withdrawn',
      'event credits.needed',
      'event purchase.chosen',
      'event purchase.confirmed',
      'event return.found',
      'event user.left',
      'watchReturn: the browser reports an error',
    ],
  },
  {
    screen: billingPortalScreen,
    means: billingPortal,
    told: ['event return.found', 'event user.left', 'watchReturn: the browser reports an error'],
  },
  { screen: agreementsScreen, means: agreements, told: ['event user.arrived', 'event user.left'] },
  { screen: copylessNoticeScreen, means: copylessNotice, told: ['event user.arrived', 'event user.left'] },
  { screen: accountDeletionScreen, means: accountDeletion, told: ['event user.left'] },
  {
    screen: emailVerificationScreen,
    means: emailVerification,
    told: ['event user.arrived', 'event user.left', 'watchVisibility: the browser reports an error'],
  },
  { screen: clickDebounceScreen, means: clickDebounce, told: [] },
  { screen: scrollToTargetScreen, means: scrollToTarget, told: ['event route.changed'] },
];
