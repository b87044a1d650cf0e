import type { IntakeQuestion } from '#contract/intake-account.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { done, fails, unreachable } from '../kit/outcomes.ts';
import { transcriptImportMachine } from './transcript-import.machine.ts';
import { transcriptImportInvariants } from './transcript-import.rules.ts';

const sessionId = '01900000-0000-7000-8000-00000000c001';

const transcript: Transcript = {
  id: '01900000-0000-7000-8000-00000000d001',
  sessionId,
  source: 'import',
  timing: 'measured',
  engine: 'json',
  language: null,
  durationMs: 118_000,
  speakers: [],
  segmentCount: 12,
  wordCount: 160,
  warnings: [],
  account: null,
  deletedIds: [],
  lastEdit: null,
  createdAt: '2026-03-12T20:00:00.000Z',
};

const unit: IntakeQuestion = {
  id: 'unit',
  sentence: 'This transcript’s times look like milliseconds: 2 minutes, not 33 hours.',
  choices: [
    { id: 'milliseconds', label: 'Use 2 minutes', lengthMs: 118_000 },
    { id: 'seconds', label: 'The times are right', lengthMs: 118_000_000 },
  ],
  assumed: 'milliseconds',
};

const length: IntakeQuestion = {
  id: 'length',
  sentence: 'This transcript’s times add up to 31 hours, but people say 12 lines in 1 minute.',
  choices: [
    { id: 'words', label: 'Use 1 minute', lengthMs: 64_800 },
    { id: 'clock', label: 'The times are right', lengthMs: 110_003_600 },
  ],
  assumed: 'words',
};

const asks = (...questions: IntakeQuestion[]) => ({
  code: 'transcriptUndecided',
  message: questions.map(({ sentence }) => sentence).join(' '),
  details: { questions },
});

const imported = done('the transcript is imported', transcript);
const refused = fails(
  'it is not a transcript',
  'transcriptUnreadable',
  'We could not read this transcript: it is damaged.',
);

export const transcriptImportFlow = defineFlow({
  name: 'transcript-import',
  title: 'Import of a transcript',
  group: 'Sessions and notes',
  paragraph:
    'A game master imports a transcript. The server checks it against its file. What only the user can ' +
    'know is asked before the price, one question at a time, with choices; nothing is kept until then. ' +
    'What was left out stays on the page and with the result.',
  requirements: ['D12', 'R1.7'],
  story: ['idle', 'reading', 'done'],
  next: { 'analysis-start': 'the transcript is read' },
  synonyms: {
    transcript: ['captions', 'subtitles', 'VTT', 'SRT', 'JSON'],
  },
  machine: transcriptImportMachine,
  scenarios: [{ name: 'page opened', input: { sessionId } }],
  events: {
    'file.chosen': [
      {
        name: 'the user chooses a transcript',
        event: {
          type: 'file.chosen',
          file: { key: 'file-1', name: 'evening.json', sizeBytes: 1200 },
        },
      },
    ],
    'answer.chosen': [
      { name: 'the user takes what is likeliest', event: { type: 'answer.chosen', position: 0 } },
      { name: 'the user keeps what the file says', event: { type: 'answer.chosen', position: 1 } },
    ],
    'question.back': 'the user goes back a question',
    'import.cancelled': 'the user cancels',
    'import.retried': 'the user tries again',
    'import.forgotten': 'the user keeps what the session has',
  },
  outcomes: {
    readTranscript: [
      imported,
      { name: 'the unit of the times has to be asked', type: 'error', error: asks(unit) },
      { name: 'unit and length have to be asked', type: 'error', error: asks(unit, length) },
      refused,
      unreachable,
    ],
    sendAnswers: [
      imported,
      { name: 'the length has to be asked as well', type: 'error', error: asks(length) },
      refused,
      unreachable,
    ],
  },
  alike: {
    readTranscript: {
      'it is not a transcript': ['notFound', 'transcriptEmpty', 'transcriptTooLarge'],
      'the server cannot be reached': ['analysisRunning'],
    },
  },
  invariants: transcriptImportInvariants,
  guards: {
    asksTheUser: 'The server asks something that the user has not answered.',
    isRefused: 'The server will not read this file, however often it is sent.',
    isLast: 'One question is open.',
    hasAnswers: 'The user has answered a question.',
  },
  byHand: {
    'the unit of the times has to be asked': 'Choose the file evening-in-milliseconds.json instead.',
    'unit and length have to be asked':
      'Import a JSON transcript in milliseconds whose few lines last far longer than people need to say them.',
    'the length has to be asked as well': 'Keep the times of such a transcript as the file has them.',
    'it is not a transcript': 'Import a PDF.',
  },
  sees: {
    done: 'The price of the analysis is shown.',
  },
});
