import type { Upload } from '#contract/uploads.ts';
import type { AnalysisStanding } from '../analysis-start/analysis-start.setup.ts';
import { quotedSessionId as sessionId } from '../analysis-start/example-quotes.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { cutOff, done, emits, fails } from '../kit/outcomes.ts';
import { uploadMachine } from './upload.machine.ts';
import { uploadEquivalents, uploadInvariants } from './upload.rules.ts';

const chunkBytes = 5 * 1024 * 1024;

const upload: Upload = {
  id: '01900000-0000-7000-8000-00000000e001',
  sessionId,
  fileName: 'session-12.mp3',
  sizeBytes: 2 * chunkBytes,
  offset: 0,
  fingerprint: 'the-recording',
  status: 'open',
  error: null,
  tusUrl: '/uploads/tus/one',
  chunkBytes,
  expiresAt: '2026-01-08T00:00:00.000Z',
  createdAt: '2026-01-01T00:00:00.000Z',
};

const queued: AnalysisStanding = {
  id: '01900000-0000-7000-8000-00000000a001',
  status: 'queued',
  progress: 0,
  etaSeconds: null,
  stageMessage: '',
  error: null,
};

const rejected: Upload = {
  ...upload,
  status: 'rejected',
  error: {
    code: 'audioUnreadable',
    message: 'We could not read this audio. Try MP3, or see Tips and Tricks.',
  },
};

const shorter: Upload = {
  ...upload,
  status: 'ready',
  account: {
    words: null,
    clock: null,
    parts: [{ part: 'streams', found: 1, used: 1 }],
    length: { headerMs: 12_420_000, containerMs: null, decodedMs: 6_612_000, usedMs: 6_612_000 },
    leftOut: [],
    questions: [
      {
        id: 'shorter',
        sentence: 'This file promises 3:27:00, we can read 1:50:12.',
        choices: [
          { id: 'use', label: 'Use what we can read', lengthMs: 6_612_000 },
          { id: 'other', label: 'Choose another file', lengthMs: null },
        ],
        assumed: 'use',
      },
    ],
  },
};

const broken = { type: 'error', error: { code: 'internal', message: 'Something went wrong.' } } as const;

const expired = {
  type: 'error',
  error: { code: 'uploadExpired', message: 'This upload has expired. Start a new one.' },
} as const;

export const uploadFlow = defineFlow({
  name: 'upload',
  title: 'Upload of a recording',
  group: 'Sessions and notes',
  paragraph:
    'Sends a recording from the user’s disk to the server. If the browser can tell its length, both ' +
    'prices are shown before a byte is sent. The upload survives pauses, lost connections and reloads, ' +
    'and continues on any page. The server then measures the recording and shows its price, which is a ' +
    'flow of its own. Uploading is free. A recording that replaces another takes its place once the ' +
    'server has accepted it.',
  requirements: ['R1.1', 'R1.7', 'R9.1', 'D1', 'D2', 'D4', 'D5'],
  story: ['restoring', 'idle', 'inspecting', 'estimated', 'creating', 'transfer', 'completing', 'pricing'],
  next: { 'analysis-start': 'the recording is stored' },
  synonyms: {
    upload: ['send a file', 'audio file', 'transfer'],
    pause: ['interrupt', 'resume'],
    reloads: ['close the tab', 'leave the page'],
    price: ['cost', 'quote'],
  },
  machine: uploadMachine,
  scenarios: [{ name: 'a session opened', input: { sessionId, detailLevel: 'brief' } }],
  events: {
    'file.chosen': [
      {
        name: 'the user chooses a file',
        event: {
          type: 'file.chosen',
          file: { key: 'file-1', name: 'session-12.mp3', sizeBytes: 2 * chunkBytes },
        },
      },
    ],
    'replacement.requested': 'the user wants another recording',
    'source.kept': 'the user keeps what the session has',
    'upload.confirmed': 'the user starts the upload',
    'arrangement.chosen': [
      {
        name: 'the user says that they play at the same time',
        event: { type: 'arrangement.chosen', arrangement: 'tracks' },
      },
      {
        name: 'the user says that they follow one another',
        event: { type: 'arrangement.chosen', arrangement: 'parts' },
      },
    ],
    'recording.accepted': 'the user goes on with what is there',
    pause: 'the user pauses',
    resume: 'the user resumes',
    retry: 'the user tries again',
    discard: 'the user discards it',
    'level.chosen': [
      { name: 'the user chooses brief', event: { type: 'level.chosen', detailLevel: 'brief' } },
      {
        name: 'the user chooses comprehensive',
        event: { type: 'level.chosen', detailLevel: 'comprehensive' },
      },
    ],
    'bytes.sent': 'sentByActor',
    'bytes.finished': 'sentByActor',
    'sending.failed': 'sentByActor',
    'connection.lost': 'sentByActor',
    'connection.restored': 'sentByActor',
  },
  outcomes: {
    findOpenUpload: [
      done('there is none', null),
      done('half of it was sent', { ...upload, offset: chunkBytes }),
      done('it is being measured', { ...upload, status: 'verifying' }),
      cutOff,
    ],
    inspectFile: [
      done('it is the recording, and its length is unknown', {
        fingerprint: 'the-recording',
        estimate: null,
      }),
      done('it is the recording, of 3:27:00', {
        fingerprint: 'the-recording',
        estimate: { durationSeconds: 12_420, brief: 207, comprehensive: 345 },
      }),
      done('it is a zip of tracks or parts', {
        fingerprint: 'a-zip',
        estimate: { durationSeconds: 12_420, brief: 207, comprehensive: 345 },
        contents: {
          kind: 'tracks',
          isSure: false,
          names: ['Marla', 'Oskar'],
          broken: [],
          estimates: {
            tracks: { durationSeconds: 12_420, brief: 207, comprehensive: 345 },
            parts: { durationSeconds: 24_840, brief: 414, comprehensive: 690 },
          },
        },
      }),
      done('it is a compressed zip of tracks or parts', {
        fingerprint: 'a-zip',
        estimate: null,
        contents: {
          kind: 'tracks',
          isSure: false,
          names: ['Marla', 'Oskar'],
          broken: [],
          estimates: { tracks: null, parts: null },
        },
      }),
      done('it is another recording, of 3:27:00', {
        fingerprint: 'another-recording',
        estimate: { durationSeconds: 12_420, brief: 207, comprehensive: 345 },
      }),
      fails('it is empty', 'audioEmpty', 'This file is empty. Choose the recording again.'),
    ],
    createUpload: [
      done('the upload is open', upload),
      fails('it is too large', 'uploadTooLarge', 'This file is too large to upload.'),
      cutOff,
    ],
    sendBytes: [
      emits('a piece has arrived', { type: 'bytes.sent', offset: chunkBytes }),
      emits('the last piece has arrived', { type: 'bytes.finished' }),
      emits('a piece does not arrive', { type: 'sending.failed', error: cutOff.error }),
      emits('the upload has expired', { type: 'sending.failed', error: expired.error }),
      { name: 'sending breaks', ...broken },
    ],
    watchPage: [
      emits('the connection is lost', { type: 'connection.lost' }),
      emits('the connection is back', { type: 'connection.restored' }),
      { name: 'watching breaks', ...broken },
    ],
    readUpload: [
      done('it is accepted', { ...upload, status: 'ready' }),
      done('it is shorter than it promises', shorter),
      done('it is being measured', { ...upload, status: 'verifying' }),
      done('bytes are missing', { ...upload, offset: chunkBytes }),
      done('it cannot be read', rejected),
      done('it was ended elsewhere', { ...upload, status: 'cancelled' }),
      done('it has expired', { ...upload, status: 'expired' }),
      cutOff,
      { name: 'the server fails', ...broken },
    ],
    cancelUpload: [
      done('it is discarded', undefined),
      fails('it had ended before', 'uploadNotOpen', 'This upload is closed. Start a new one.'),
      cutOff,
    ],
    analysisStart: [
      done('the analysis is queued', { detailLevel: 'brief', started: queued, existingId: null }),
      done('the user opens the existing notes', {
        detailLevel: 'brief',
        started: null,
        existingId: queued.id,
      }),
      done('the user decides to analyze later', { detailLevel: 'brief', started: null, existingId: null }),
    ],
  },
  alike: {
    inspectFile: { 'it is empty': ['unsupportedAudio'] },
    sendBytes: { 'a piece does not arrive': ['unavailable', 'timeout'] },
    findOpenUpload: { 'the server cannot be reached': ['notFound'] },
    createUpload: {
      'it is too large': ['notFound'],
      'the server cannot be reached': ['audioInUse', 'insufficientCredits', 'quotaReached'],
    },
    readUpload: { 'the server fails': ['notFound'] },
    cancelUpload: { 'it had ended before': ['notFound'] },
  },
  guards: {
    isOpen: 'The upload is open: the server waits for more of its bytes.',
    isVerifying: 'The server has all bytes and is still measuring the recording.',
    isUnsure: 'The file leaves open whether its recordings play at the same time or follow one another.',
    arrangementHasPrice: 'The length of the recordings in this order is known.',
    hasContents: 'The file has several recordings.',
    raisesQuestion:
      'The recording is not quite what its file says, and the user has to know before the price.',
    isReady: 'The server has accepted the recording.',
    hasFile: 'The page still has the file; after a reload the user must choose it again.',
    hasOpenUpload: 'An earlier upload has not ended.',
    isSameFile: 'The chosen file is the one that the open upload began with.',
    lengthIsKnown: 'The browser could read the length of the recording, so the price can be estimated.',
    isRefused:
      'The server will never accept this file or this upload: too large, not audio, empty, too long, ' +
      'expired or gone.',
    hasEnded:
      'The upload had ended before, so there is nothing left to discard; a recording that was accepted stays.',
    passesByItself: 'The server could not be reached, or asks to wait: a retry may help.',
    mayTryAtOnce: 'Sending failed for the first time since a piece last arrived.',
    mayTryAgain: 'Sending failed for at most the fifth time in a row.',
    isStarted: 'The user has started an analysis.',
    opensExisting: 'The user opens notes that exist already.',
  },
  words: {
    openAnalysis: 'open the analysis on the page',
    showResult: 'show the existing notes',
    announceChange: 'reload the session',
    sendBytes: 'sending the recording',
    findOpenUpload: 'looking for an unfinished upload',
    inspectFile: 'inspecting the file',
    createUpload: 'opening an upload on the server',
    readUpload: 'asking for the server’s progress',
    cancelUpload: 'discarding the upload',
    analysisStart: 'price and start',
    started: 'started analysis',
    existingId: 'existing notes',
    watchPage: 'watching the connection',
    sizeBytes: 'size',
    offset: 'received so far, in bytes',
    sentBytes: 'sent so far',
    durationSeconds: 'length',
    failedAttempts: 'consecutive failed attempts',
    detailLevel: 'level of detail',
    estimate: 'estimated price',
    tusUrl: '',
    key: '',
    code: '',
    fingerprint: '',
    chunkBytes: '',
    createdAt: '',
  },
  // Left out are bytes, lengths and fingerprints: each answer of a guard is met without, and only numbers differ.
  abstraction: ({ file, estimate, contents, account, upload, failedAttempts, questions, failure }) => ({
    hasFile: file !== null,
    hasEstimate: estimate !== null,
    arrangement: contents?.kind,
    hasAccount: account !== null,
    status: upload?.status,
    failedAttempts,
    hasAsked: questions > 0,
    hasFailed: failure !== null,
  }),
  invariants: uploadInvariants,
  equivalents: uploadEquivalents,
});
