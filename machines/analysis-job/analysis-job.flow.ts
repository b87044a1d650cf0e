import type { AnalysisStage } from '#contract/analyses.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { analysisJobMachine } from './analysis-job.machine.ts';
import { analysisJobEquivalents, analysisJobInvariants } from './analysis-job.rules.ts';

const analysisId = '01900000-0000-7000-8000-00000000a001';

const startingAt = (name: string, startAt: AnalysisStage, needsSpeech = true) => ({
  name,
  input: { analysisId, startAt, needsSpeech },
});

const crash = { name: 'it fails in a way nobody foresaw', type: 'error', error: null } as const;
const unwritten = {
  name: 'the record cannot be written',
  type: 'error',
  error: { code: 'unavailable' },
} as const;

export const analysisJobFlow = defineFlow({
  name: 'analysis-job',
  title: 'Analysis (what the server does)',
  group: 'Sessions and notes',
  paragraph:
    'What the server does with a recording or a transcript until the notes are there, and what the browser shows ' +
    'meanwhile. Each stage is recorded before it begins, so that a crash costs no finished work; nothing is charged ' +
    'before the notes are complete.',
  requirements: ['R1.1', 'R1.3', 'D1', 'D8', 'D11', 'D12'],
  synonyms: {
    analysis: ['transcription', 'worker', 'queue'],
    charge: ['refund', 'money back', 'credits', 'bill'],
    retry: ['crash', 'resume'],
  },
  machine: analysisJobMachine,
  scenarios: [
    startingAt('a new recording', 'queued'),
    startingAt('an imported transcript, or audio heard before', 'queued', false),
    startingAt('restart while preparing', 'preparing'),
    startingAt('restart while transcribing', 'transcribing'),
    startingAt('restart while diarizing', 'diarizing'),
    startingAt('restart while extracting', 'extracting'),
    startingAt('restart while writing', 'writing'),
    startingAt('restart while verifying', 'verifying'),
  ],
  events: {
    cancel: [{ name: 'the user cancels', event: { type: 'cancel' } }],
  },
  outcomes: {
    recordStage: [{ name: 'the stage is recorded', type: 'done', output: undefined }, unwritten],
    prepare: [
      { name: 'the audio is ready', type: 'done', output: { durationSeconds: 12_420 } },
      {
        name: 'the audio cannot be read',
        type: 'error',
        error: { code: 'audioUnreadable', retryable: false, message: 'We could not read this audio.' },
      },
      crash,
    ],
    transcribe: [
      { name: 'everything is written down', type: 'done', output: { segmentCount: 4000 } },
      {
        name: 'no speech is found',
        type: 'error',
        error: { code: 'noSpeech', retryable: false },
      },
      crash,
    ],
    diarize: [
      { name: 'the speakers are told apart', type: 'done', output: { speakerCount: 5 } },
      { name: 'the speakers cannot be told apart', type: 'error', error: null },
    ],
    extract: [{ name: 'everything is found', type: 'done', output: { chunkCount: 12 } }, crash],
    write: [{ name: 'the notes are written', type: 'done', output: { characterCount: 9000 } }, crash],
    verify: [{ name: 'every line is checked', type: 'done', output: { removedQuotes: 1 } }, crash],
    recordCompletion: [{ name: 'the result is kept', type: 'done', output: undefined }, unwritten],
    recordFailure: [{ name: 'the failure is kept', type: 'done', output: undefined }, unwritten],
  },
  guards: {
    startsAt: 'The job goes on at this stage, because those before it were done earlier.',
    needsSpeech: 'There is no transcript yet: the audio has to be listened to.',
  },
  invariants: analysisJobInvariants,
  equivalents: analysisJobEquivalents,
});
