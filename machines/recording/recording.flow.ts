import { defineFlow } from '../kit/catalogue.ts';
import { breaksAt, cutOff, done, emits, fails } from '../kit/outcomes.ts';
import { recordingMachine } from './recording.machine.ts';
import { recordingEquivalents, recordingInvariants } from './recording.rules.ts';

const place = (digit: number) => ({
  sessionId: `01900000-0000-7000-8000-00000000c00${digit}`,
  campaignId: '01900000-0000-7000-8000-00000000ca01',
  title: `Session ${digit}`,
});
const found = (facts: { marks?: boolean; serverHasIt?: boolean; isDiscarded?: boolean } = {}) => ({
  ...kept,
  marks: facts.marks ? [{ atMs: 61_000, word: '' }] : [],
  introductions: [],
  serverHasIt: facts.serverHasIt ?? false,
  isDiscarded: facts.isDiscarded ?? false,
});
const kept = { startedAt: '2026-03-12T19:02:00.000Z', seconds: 4320, sizeBytes: 34_560_000 };
const broken = breaksAt('it breaks');
const unreadable = fails(
  'a piece cannot be read',
  'recordingUnreadable',
  'A piece of this recording could not be read.',
);
const full = fails('the browser has no room left', 'browserFull', 'This browser has no room left.');

export const recordingFlow = defineFlow({
  name: 'recording',
  title: 'Recording a session',
  group: 'Sessions and notes',
  paragraph:
    'A game master records the table with their device’s microphone. The browser stores a piece every ' +
    'few seconds, so a crash or a reload loses no more than that. First, people can say their names in turn, so that ' +
    'their voices are known on this recording. One press marks a moment. The page warns if nothing is heard, or if the sound is too quiet or too loud. The user continues the recording, ' +
    'uses it or discards it. A recording in use goes to the upload, and the browser keeps it until the ' +
    'server has it.',
  requirements: ['R1.7', 'D4', 'D5'],
  story: [
    'closed',
    'looking',
    'ready',
    'capturing.asking',
    'capturing.recording',
    'capturing.finishing',
    'kept',
    'joining',
    'handedOver',
    'sendingNotes',
    'removing',
    'ready',
  ],
  next: { upload: 'the recording is used' },
  synonyms: {
    record: ['microphone', 'dictaphone', 'capture'],
    lost: ['unplugged', 'disconnected', 'microphone gone'],
  },
  machine: recordingMachine,
  events: {
    'recording.opened': [
      { name: 'the user opens a session', event: { type: 'recording.opened', place: place(1) } },
      { name: 'the user opens another session', event: { type: 'recording.opened', place: place(2) } },
    ],
    record: 'the user records',
    introduce: [
      {
        name: 'the user has people say their names first',
        event: {
          type: 'introduce',
          people: [
            { personId: null, player: 'Game master', characters: [] },
            { personId: '01900000-0000-7000-8000-00000000bb01', player: 'Mira', characters: ['Nyx'] },
          ],
        },
      },
    ],
    speak: [{ name: 'somebody presses and speaks', event: { type: 'speak', atMs: 2_000 } }],
    back: 'the user goes back',
    skip: 'the user skips somebody',
    skipAll: 'the user skips everybody else',
    pause: 'the user pauses',
    resume: 'the user continues recording',
    stop: 'the user stops',
    mark: [{ name: 'the user marks the moment', event: { type: 'mark', atMs: 61_000 } }],
    'mark.worded': [
      {
        name: 'the user says what a mark is',
        event: { type: 'mark.worded', atMs: 61_000, word: 'the bell rings' },
      },
    ],
    'mark.removed': [{ name: 'the user removes a mark', event: { type: 'mark.removed', atMs: 61_000 } }],
    'mark.restored': 'the user restores the mark',
    listen: [{ name: 'the user listens from a mark', event: { type: 'listen', fromMs: 61_000 } }],
    download: 'the user downloads the recording',
    use: 'the user uses the recording',
    discard: 'the user discards the recording',
    undo: 'the user restores it',
    retry: 'the user tries again',
    'sound.begun': 'sentByActor',
    'sound.silent': 'sentByActor',
    'sound.quiet': 'sentByActor',
    'sound.good': 'sentByActor',
    'sound.clipping': 'sentByActor',
    'piece.kept': 'sentByActor',
    'capture.ended': 'sentByActor',
    'capture.failed': 'sentByActor',
    'upload.stored': 'sentByActor',
    'upload.dropped': 'sentByActor',
    'user.left': 'the user is signed out',
  },
  outcomes: {
    findKept: [
      done('there is no recording', null),
      done('a recording was cut off', found({ marks: true })),
      done('a recording was discarded', found({ marks: true, isDiscarded: true })),
      done('the server has the recording', found({ marks: true, serverHasIt: true })),
      fails('the browser stores nothing', 'browserKeepsNothing', 'This browser lets us keep nothing.'),
    ],
    capture: [
      emits('the microphone is open', { type: 'sound.begun' }),
      emits('nothing is heard', { type: 'sound.silent' }),
      emits('only faint sound is heard', { type: 'sound.quiet' }),
      emits('people are heard', { type: 'sound.good' }),
      emits('the sound is too loud', { type: 'sound.clipping' }),
      emits('a few seconds are stored', { type: 'piece.kept', kept }),
      emits('the last seconds are stored', { type: 'capture.ended' }),
      emits('the microphone is refused or lost', {
        type: 'capture.failed',
        error: { code: 'microphoneRefused', message: 'The browser may not use the microphone.' },
      }),
      broken,
    ],
    keepNotes: [done('the marks are stored', undefined), full],
    makeSound: [done('it can be played', 'blob:recording'), unreadable],
    saveSound: [done('the file is saved', undefined), unreadable],
    joinPieces: [
      done('the file is ready', { key: 'file-1', name: 'Session 1.webm', sizeBytes: kept.sizeBytes }),
      unreadable,
    ],
    watchUpload: [
      emits('the server has the recording', { type: 'upload.stored' }),
      emits('the upload is discarded', { type: 'upload.dropped' }),
      broken,
    ],
    sendNotes: [done('the server has the notes', undefined), cutOff],
    removeKept: [done('it is removed', undefined), full],
  },
  alike: {
    capture: {
      'the microphone is refused or lost': [
        'noMicrophone',
        'microphoneBusy',
        'microphoneLost',
        'recordingElsewhere',
      ],
    },
    keepNotes: { 'the browser has no room left': ['recordingRemoved'] },
    makeSound: { 'a piece cannot be read': ['recordingRemoved'] },
    saveSound: { 'a piece cannot be read': ['recordingRemoved'] },
    joinPieces: { 'a piece cannot be read': ['recordingRemoved', 'browserFull'] },
    findKept: { 'the browser stores nothing': ['network', 'notFound'] },
    sendNotes: { 'the server cannot be reached': ['notFound', 'staleRevision'] },
  },
  guards: {
    isThere: 'there is a recording',
    isDiscarded: 'it was discarded, and not restored',
    isOnServer: 'the server has the recording',
    hasRecording: 'something was recorded',
    isOtherSession: 'it is another session',
    wasRemoved: 'a mark was removed, and can be restored',
    isSomebodyLeft: 'somebody has not said their name',
    isLast: 'this is the last person',
    hasPrevious: 'somebody was asked before',
  },
  // Left out are moments and words of marks, and who said their name: no guard reads them.
  abstraction: (recording) => ({
    at: recording.place?.sessionId,
    hasFailed: recording.failure !== null,
    hasRecording: recording.kept !== null,
    hasMarks: recording.marks.length > 0,
    removedOne: recording.removedMark !== null,
    isIntroduced: recording.introductions.length > 0,
    turn: recording.people.length === 0 ? null : recording.turn,
    isPlayable: recording.sound !== null,
  }),
  invariants: recordingInvariants,
  equivalents: recordingEquivalents,
});
