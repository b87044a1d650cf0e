import type { Quote } from '#contract/analyses.ts';
import type { Upload } from '#contract/uploads.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { uploadMachine } from './upload.machine.ts';
import { uploadEquivalents, uploadInvariants } from './upload.rules.ts';

const sessionId = '01900000-0000-7000-8000-00000000c001';
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

const rejected: Upload = {
  ...upload,
  status: 'rejected',
  error: {
    code: 'audioUnreadable',
    message: 'We could not read this audio. Try MP3, or see Tips and Tricks.',
  },
};

/** 3:27:00 of audio and 250 credits: the brief level is affordable, the comprehensive one is not (D2). */
const quote: Quote = {
  id: '01900000-0000-7000-8000-00000000d001',
  sessionId,
  durationSeconds: 12_420,
  basis: 'audio',
  levels: [
    { detailLevel: 'brief', costCredits: 207, payment: 'credits', affordable: true, missingCredits: 0 },
    {
      detailLevel: 'comprehensive',
      costCredits: 345,
      payment: 'credits',
      affordable: false,
      missingCredits: 95,
    },
  ],
  balance: 250,
  freeAnalysisBalance: 0,
  reusesTranscript: false,
  expiresAt: '2026-01-01T00:15:00.000Z',
};

const offline = {
  type: 'error',
  error: { code: 'network', message: 'The server cannot be reached.' },
} as const;

const broken = { type: 'error', error: { code: 'internal', message: 'Something went wrong.' } } as const;

const expired = {
  type: 'error',
  error: { code: 'uploadExpired', message: 'This upload has expired. Start a new one.' },
} as const;

export const uploadFlow = defineFlow({
  name: 'upload',
  title: 'Upload of a recording',
  paragraph:
    'Takes a recording from the disk of the user to a started analysis: both prices are shown before a byte is sent, ' +
    'sending survives pauses, lost connections and reloads, and the server measures the recording before the exact ' +
    'price is asked to be confirmed. Uploading is free; it goes on whatever page is open.',
  requirements: ['R1.1', 'R1.7', 'R9.1', 'D1', 'D2', 'D4', 'D5'],
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
    'upload.confirmed': [{ name: 'the user starts the upload', event: { type: 'upload.confirmed' } }],
    pause: [{ name: 'the user pauses', event: { type: 'pause' } }],
    resume: [{ name: 'the user goes on', event: { type: 'resume' } }],
    retry: [{ name: 'the user tries again', event: { type: 'retry' } }],
    discard: [{ name: 'the user gives it up', event: { type: 'discard' } }],
    'level.chosen': [
      { name: 'the user chooses brief', event: { type: 'level.chosen', detailLevel: 'brief' } },
      {
        name: 'the user chooses comprehensive',
        event: { type: 'level.chosen', detailLevel: 'comprehensive' },
      },
    ],
    'start.confirmed': [{ name: 'the user starts the analysis', event: { type: 'start.confirmed' } }],
    keep: [{ name: 'the user keeps it for later', event: { type: 'keep' } }],
    'quote.requested': [{ name: 'the user asks for the price', event: { type: 'quote.requested' } }],
    'bytes.sent': 'sentByActor',
    'bytes.finished': 'sentByActor',
    'sending.failed': 'sentByActor',
    'connection.lost': 'sentByActor',
    'connection.restored': 'sentByActor',
  },
  outcomes: {
    findOpenUpload: [
      { name: 'there is none', type: 'done', output: null },
      { name: 'half of it was sent', type: 'done', output: { ...upload, offset: chunkBytes } },
      { name: 'it is being measured', type: 'done', output: { ...upload, status: 'verifying' } },
      { name: 'the server cannot be reached', ...offline },
    ],
    inspectFile: [
      {
        name: 'it is the recording, and its length cannot be told',
        type: 'done',
        output: { fingerprint: 'the-recording', estimate: null },
      },
      {
        name: 'it is another recording, of 3:27:00',
        type: 'done',
        output: {
          fingerprint: 'another-recording',
          estimate: { durationSeconds: 12_420, brief: 207, comprehensive: 345 },
        },
      },
      {
        name: 'it is empty',
        type: 'error',
        error: { code: 'audioEmpty', message: 'This file is empty. Choose the recording again.' },
      },
    ],
    createUpload: [
      { name: 'the upload is open', type: 'done', output: upload },
      {
        name: 'it is too large',
        type: 'error',
        error: { code: 'uploadTooLarge', message: 'This file is larger than an upload may be.' },
      },
      { name: 'the server cannot be reached', ...offline },
    ],
    sendBytes: [
      { name: 'a piece has arrived', type: 'emits', event: { type: 'bytes.sent', offset: chunkBytes } },
      { name: 'the last piece has arrived', type: 'emits', event: { type: 'bytes.finished' } },
      {
        name: 'a piece does not arrive',
        type: 'emits',
        event: { type: 'sending.failed', error: offline.error },
      },
      {
        name: 'the upload has expired',
        type: 'emits',
        event: { type: 'sending.failed', error: expired.error },
      },
      { name: 'sending breaks', ...broken },
    ],
    watchPage: [
      { name: 'the connection is lost', type: 'emits', event: { type: 'connection.lost' } },
      { name: 'the connection is back', type: 'emits', event: { type: 'connection.restored' } },
      { name: 'watching breaks', ...broken },
    ],
    readUpload: [
      { name: 'it is accepted', type: 'done', output: { ...upload, status: 'ready' } },
      { name: 'it is being measured', type: 'done', output: { ...upload, status: 'verifying' } },
      { name: 'bytes are missing', type: 'done', output: { ...upload, offset: chunkBytes } },
      { name: 'it cannot be read', type: 'done', output: rejected },
      { name: 'the server cannot be reached', ...offline },
      { name: 'the server fails', ...broken },
    ],
    cancelUpload: [
      { name: 'it is given up', type: 'done', output: undefined },
      {
        name: 'it had ended before',
        type: 'error',
        error: { code: 'uploadNotOpen', message: 'This upload has ended. Start a new one.' },
      },
      { name: 'the server cannot be reached', ...offline },
    ],
    quote: [
      { name: 'the price is known', type: 'done', output: quote },
      { name: 'the server cannot be reached', ...offline },
    ],
    startAnalysis: [
      {
        name: 'the analysis is queued',
        type: 'done',
        output: { id: '01900000-0000-7000-8000-00000000a001' },
      },
      {
        name: 'the price has changed',
        type: 'error',
        error: {
          code: 'quoteChanged',
          message: 'The price has changed since you saw it. Please look again.',
        },
      },
      { name: 'the server cannot be reached', ...offline },
    ],
  },
  invariants: uploadInvariants,
  equivalents: uploadEquivalents,
});
