import { defineFlow } from '../kit/catalogue.ts';
import { breaksAt, done } from '../kit/outcomes.ts';
import { readyNoticeMachine } from './ready-notice.machine.ts';
import { readyNoticeEquivalents, readyNoticeInvariants } from './ready-notice.rules.ts';
import type { EndedAnalysis } from './ready-notice.setup.ts';

const ended: EndedAnalysis = {
  sessionId: '01900000-0000-7000-8000-00000000d001',
  outcome: 'completed',
  isHidden: false,
  isOnScreen: true,
};

export const readyNoticeFlow = defineFlow({
  name: 'ready-notice',
  title: 'Notice: your notes are ready',
  group: 'Sessions and notes',
  paragraph:
    'An analysis takes minutes to hours. Users on another page of the app get a notice there when it ' +
    'ends, and also when a server that could not transcribe can do so again and one of their recordings ' +
    'has been waiting. Those who want it get a browser notification instead if an analysis ends while ' +
    'the window of Hearthscribe is hidden or behind another. The server also sends an email to those ' +
    'who want one.',
  requirements: [],
  story: [
    'absent',
    'present.off',
    'present.off: analysis.ended',
    'present.asking',
    'present.on',
    'present.on: analysis.ended',
  ],
  next: { 'notes-autosave': 'the notes are opened' },
  synonyms: {
    'notes are ready': ['notification', 'alert', 'push message'],
  },
  machine: readyNoticeMachine,
  events: {
    'user.arrived': [
      {
        name: 'a user arrives with a browser that has no notifications',
        event: { type: 'user.arrived', permission: 'unsupported', isWanted: false },
      },
      {
        name: 'a user arrives who has never asked for notifications',
        event: { type: 'user.arrived', permission: 'default', isWanted: false },
      },
      {
        name: 'a user arrives who wants notifications',
        event: { type: 'user.arrived', permission: 'granted', isWanted: true },
      },
      {
        name: 'a user arrives who has turned notifications off again',
        event: { type: 'user.arrived', permission: 'granted', isWanted: false },
      },
      {
        name: 'a user arrives who has blocked notifications in the browser',
        event: { type: 'user.arrived', permission: 'denied', isWanted: true },
      },
    ],
    'notices.toggled': 'the user presses the switch',
    'analysis.ended': [
      {
        name: 'an analysis ends on the page that the user sees',
        event: { type: 'analysis.ended', ...ended },
      },
      {
        name: 'an analysis ends while the user is on another page of the app',
        event: { type: 'analysis.ended', ...ended, isOnScreen: false },
      },
      {
        name: 'an analysis ends while the window is hidden',
        event: { type: 'analysis.ended', ...ended, isHidden: true },
      },
      {
        name: 'an analysis fails while the window is hidden and shows another page',
        event: { type: 'analysis.ended', ...ended, outcome: 'failed', isHidden: true, isOnScreen: false },
      },
    ],
    'hearing.restored': [
      {
        name: 'the server can transcribe again, and the page shows the recording that waited',
        event: { type: 'hearing.restored', sessionId: ended.sessionId, isOnScreen: true },
      },
      {
        name: 'the server can transcribe again while the user is on another page of the app',
        event: { type: 'hearing.restored', sessionId: ended.sessionId, isOnScreen: false },
      },
    ],
    'user.left': 'the user is signed out',
  },
  outcomes: {
    askPermission: [
      done('the user allows it', 'granted'),
      done('the user blocks it', 'denied'),
      done('the user closes the prompt', 'default'),
      breaksAt('the browser shows none after all'),
    ],
  },
  guards: {
    isGranted: 'The browser may show notifications.',
    isDenied: 'The user has blocked notifications in the browser.',
    isUnsupported: 'The browser has no notifications for pages.',
    isWantedAndGranted: 'The user has turned notifications on in this browser, and it may show them.',
    isHidden: 'The window is hidden, or another one is in front.',
    isOffScreen: 'The page shows something other than the session.',
  },
  invariants: readyNoticeInvariants,
  equivalents: readyNoticeEquivalents,
  sees: {
    showNotice: 'The system shows a notification: “The notes of … are ready.”',
    announceInPage: 'The page shows a notice with “Open the session”.',
    announceHearing: 'The page shows a notice with “See the price”.',
  },
});
