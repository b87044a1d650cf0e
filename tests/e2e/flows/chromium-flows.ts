import { allScreens } from '#tests/support/screens/all-screens.ts';
import { accountDeletion, emailVerification } from './account-end.ts';
import { credentialsChange, dataExport, notesModel, preferences, readyNotice } from './account-settings.ts';
import { analysis, analysisStart } from './analysis.ts';
import { auth } from './auth.ts';
import { billingPortal, checkout } from './billing.ts';
import type { FlowInChromium } from './chromium-stage.ts';
import { agreements, demandedModal } from './demanded-modals.ts';
import { incomingRecording } from './incoming-recording.ts';
import { notesImport } from './notes-import.ts';
import { player } from './player.ts';
import { campaignWebhook, instruction, notesPosting, olderNotes, recapCollection } from './posting.ts';
import { recording } from './recording.ts';
import { signIn } from './sign-in.ts';
import {
  campaignSearch,
  checkInbox,
  clickDebounce,
  clipboard,
  consent,
  copyToNotes,
  creation,
  deletion,
  feedback,
  loadingOverlay,
  modals,
  nameCorrection,
  nameList,
  nextSteps,
  notesAutosave,
  notesEditing,
  notesExport,
  passageMove,
  prepSheet,
  proposalReview,
  recordChange,
  releaseWatch,
  scrollToTarget,
  shareLink,
  speakerMapping,
  threadBoard,
  tour,
  transcriptEditing,
  voiceErasure,
  worldReview,
} from './small-flows.ts';
import { transcriptImport } from './transcript-import.ts';
import { upload } from './upload.ts';

const ways: Readonly<Record<string, Omit<FlowInChromium, 'screen'>>> = {
  auth: {
    onlyInABrowser: 'storage events of other tabs, identity tokens',
    means: auth,
    told: [
      'event login.completed',
      'event refresh.requested',
      'signOut: signing out fails',
      'watchIdentity: watching breaks',
    ],
  },
  'sign-in': { means: signIn, told: [] },
  upload: {
    means: upload,
    // tests/e2e/upload.spec.ts chooses files, sends them in pieces, loses the network and leaves the page. An empty file is rejected before its request; the page's own sending and watching never break.
    told: [
      'event discard',
      'event file.chosen',
      'event level.chosen',
      'event replacement.requested',
      'event source.kept',
      'inspectFile: it is empty',
      'sendBytes: sending breaks',
      'sendBytes: the last piece has arrived',
      'watchPage: watching breaks',
    ],
  },
  'analysis-start': {
    means: analysisStart,
    told: ['event level.chosen', 'event source.changed', 'event writer.chosen'],
  },
  analysis: {
    means: analysis,
    told: ['event again.requested', 'event page.returned', 'followProgress: the stream cannot be opened'],
  },
  'release-watch': { means: releaseWatch, told: [] },
  'loading-overlay': {
    means: loadingOverlay,
    told: ['event work.finished', 'event work.started'],
  },
  modals: {
    means: modals,
    told: ['event modal.demanded', 'event modal.opened', 'event modal.settled', 'event user.left'],
  },
  'notes-autosave': {
    means: notesAutosave,
    told: ['event draft.changed', 'event editor.left', 'event save.requested', 'event section.seen'],
  },
  'notes-export': { means: notesExport, told: [] },
  'name-list': { means: nameList, told: [] },
  'notes-import': { means: notesImport, told: ['event import.opened', 'event user.left'] },
  'transcript-import': {
    means: transcriptImport,
    told: ['event import.forgotten', 'event user.left'],
  },
  'campaign-webhook': {
    means: campaignWebhook,
    told: ['event automatic.changed', 'event user.left', 'event webhook.opened'],
  },
  'notes-posting': { means: notesPosting, told: ['event posting.opened', 'event user.left'] },
  player: {
    means: player,
    // tests/e2e/player.spec.ts tests the sound itself.
    told: [
      'event player.opened',
      'event position.chosen',
      'event user.left',
      'playSound: it is playing',
      'playSound: it has ended',
      'playSound: more has to be loaded',
      'playSound: playing breaks',
      'playSound: the browser pauses it',
      'playSound: the sound cannot be loaded',
    ],
  },
  recording: {
    means: recording,
    // tests/e2e/recording.spec.ts uses the microphone and the browser's database. Names and the place in the recording are
    // the page's own there.
    // A mark that is not there has no button; those that are there are pressed.
    told: [
      'event introduce',
      'event listen',
      'event mark.removed',
      'event mark.restored',
      'event mark.worded',
      'event user.left',
    ],
  },
  'incoming-recording': {
    means: incomingRecording,
    // tests/e2e/incoming-recording.spec.ts shares a recording with the service worker.
    told: ['event place.chosen', 'event user.arrived', 'event user.left'],
  },
  clipboard: { onlyInABrowser: 'the clipboard', means: clipboard, told: [] },
  consent: { onlyInABrowser: 'storage', means: consent, told: [] },
  feedback: {
    means: feedback,
    told: ['event feedback.submitted', 'event user.left'],
  },
  'share-link': {
    means: shareLink,
    // The page is that of a session.
    told: [
      'event campaign.chosen',
      'event passphrase.changed',
      'event show.changed',
      'event user.left',
      'markNotes: more sessions have notes',
    ],
  },
  creation: { means: creation, told: ['event creation.requested'] },
  deletion: { means: deletion, told: [] },
  'prep-sheet': {
    means: prepSheet,
    // Another session that is opened tells whether it is pinned.
    told: ['event lines.left', 'event lines.typed', 'event pin.found', 'event pin.lost'],
  },
  'world-review': { means: worldReview, told: [] },
  'passage-move': { means: passageMove, told: [] },
  'record-change': { means: recordChange, told: ['saveChange: the server has it, for good'] },
  'thread-board': { means: threadBoard, told: [] },
  'copy-to-notes': { means: copyToNotes, told: [] },
  'check-inbox': { means: checkInbox, told: ['event user.left'] },
  'voice-erasure': { means: voiceErasure, told: ['event user.left', 'event voices.opened'] },
  'notes-editing': { means: notesEditing, told: ['event user.left'] },
  'speaker-mapping': { means: speakerMapping, told: ['event user.left'] },
  'transcript-editing': {
    means: transcriptEditing,
    told: [
      'event line.opened',
      'event line.split',
      'event speaker.chosen',
      'event user.left',
      'event words.changed',
    ],
  },
  'name-correction': { means: nameCorrection, told: ['event user.left'] },
  'campaign-search': { means: campaignSearch, told: ['event user.left'] },
  'proposal-review': { means: proposalReview, told: ['event draft.changed', 'event user.left'] },
  preferences: {
    onlyInABrowser: 'storage events of other tabs',
    means: preferences,
    told: [
      'event preference.changed',
      'event retry',
      'event user.arrived',
      'event user.left',
      'watchCache: the browser reports an error',
    ],
  },
  'ready-notice': {
    onlyInABrowser: 'notifications',
    means: readyNotice,
    told: ['event analysis.ended', 'event hearing.restored', 'event user.arrived', 'event user.left'],
  },
  'next-steps': { means: nextSteps, told: ['event place.left'] },
  tour: { means: tour, told: ['event notes.shown', 'event user.left'] },
  'credentials-change': { means: credentialsChange, told: ['event user.left'] },
  'notes-model': { means: notesModel, told: ['event look', 'event page.returned', 'event user.left'] },
  instruction: {
    means: instruction,
    told: ['event instruction.opened', 'event page.returned', 'event user.left'],
  },
  'recap-collection': {
    means: recapCollection,
    told: ['event page.returned', 'event recap.asked', 'event recaps.opened', 'event user.left'],
  },
  'older-notes': {
    means: olderNotes,
    told: ['event page.returned', 'event place.opened', 'event user.left'],
  },
  'data-export': { means: dataExport, told: ['event user.left'] },
  checkout: {
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
  'billing-portal': {
    means: billingPortal,
    told: ['event return.found', 'event user.left', 'watchReturn: the browser reports an error'],
  },
  agreements: { means: agreements, told: ['event user.arrived', 'event user.left'] },
  'account-deletion': { means: accountDeletion, told: ['event user.left'] },
  'email-verification': {
    means: emailVerification,
    told: ['event user.arrived', 'event user.left', 'watchVisibility: the browser reports an error'],
  },
  'click-debounce': { onlyInABrowser: 'clicks of a mouse', means: clickDebounce, told: [] },
  'scroll-to-target': {
    onlyInABrowser: 'layout and scrolling',
    means: scrollToTarget,
    told: ['event route.changed'],
  },
};

export const flowsInChromium: readonly FlowInChromium[] = (await allScreens()).map((screen) => ({
  screen,
  ...(ways[screen.flow] ?? demandedModal(screen)),
}));
