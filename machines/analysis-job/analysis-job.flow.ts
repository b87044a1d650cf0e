import type { AnalysisStage } from '#contract/analyses.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { done } from '../kit/outcomes.ts';
import { analysisJobMachine } from './analysis-job.machine.ts';
import { analysisJobEquivalents, analysisJobInvariants } from './analysis-job.rules.ts';
import { type AnalysisJobInput, stageUnrecorded } from './analysis-job.setup.ts';
import { analysisJobStages } from './stages.ts';

const analysisId = '01900000-0000-7000-8000-00000000a001';

const [, ...stages] = analysisJobStages;

const startingAt = (name: string, startAt: AnalysisStage, other: Partial<AnalysisJobInput> = {}) => ({
  name,
  input: { analysisId, startAt, needsSpeech: true, needsVoices: false, isLastAttempt: false, ...other },
});

const crash = { name: 'it fails unexpectedly', type: 'error', error: null } as const;
const unrecorded = {
  name: 'that it begins cannot be recorded',
  type: 'error',
  error: { code: stageUnrecorded },
} as const;
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
    'What the server does with a recording or a transcript until the notes are complete, and what the ' +
    'browser shows meanwhile. Each stage is recorded before it begins, so a crash costs no finished ' +
    'work. If the database or the stored files cannot be reached, the run stops where it is, and the queue ' +
    'starts it again at the last recorded stage. Nothing is charged before the notes are complete.',
  requirements: ['R1.1', 'R1.3', 'D1', 'D8', 'D11', 'D12'],
  story: [
    'resuming',
    'preparing',
    'transcribing',
    'diarizing',
    'extracting',
    'writing',
    'verifying',
    'completing',
    'completed',
  ],
  next: { 'ready-notice': 'the notes are ready' },
  synonyms: {
    analysis: ['transcription', 'worker', 'queue'],
    charge: ['refund', 'money back', 'credits', 'bill'],
    retry: ['crash', 'resume'],
  },
  moves: {
    recordCompletion: 'Charges the reserved credits.',
    recordFailure: 'Releases the reserved credits.',
  },
  machine: analysisJobMachine,
  scenarios: [
    startingAt('a new recording', 'queued'),
    startingAt('an imported transcript, or audio transcribed before', 'queued', { needsSpeech: false }),
    startingAt('audio transcribed before, whose voices could not be told apart', 'queued', {
      needsSpeech: false,
      needsVoices: true,
    }),
    startingAt('restart while preparing', 'preparing'),
    startingAt('restart while transcribing', 'transcribing'),
    startingAt('restart while diarizing', 'diarizing'),
    startingAt('restart while extracting', 'extracting'),
    startingAt('restart while writing', 'writing'),
    startingAt('restart while verifying', 'verifying'),
    startingAt('the last attempt of the queue', 'verifying', { isLastAttempt: true }),
  ],
  events: {
    cancel: 'the user cancels',
  },
  outcomes: {
    prepare: [
      done('the speech engine is ready', undefined),
      {
        name: 'the recording no longer exists',
        type: 'error',
        error: { code: 'recordingMissing', retryable: false, message: 'The recording no longer exists.' },
      },
      unrecorded,
      crash,
    ],
    transcribe: [
      done('everything is transcribed', undefined),
      {
        name: 'the audio cannot be read',
        type: 'error',
        error: { code: 'audioUnreadable', retryable: false, message: 'We could not read this audio.' },
      },
      {
        name: 'no speech is found',
        type: 'error',
        error: { code: 'noSpeech', retryable: false },
      },
      unrecorded,
      crash,
    ],
    diarize: [
      done('the speakers are told apart', undefined),
      { name: 'the speakers cannot be told apart', type: 'error', error: null },
      unrecorded,
    ],
    extract: [done('everything is found', undefined), unrecorded, crash],
    write: [done('the notes are written', undefined), unrecorded, crash],
    verify: [done('every line is checked', undefined), unrecorded, crash],
    recordCompletion: [done('the result is stored', undefined), unwritten],
    recordFailure: [done('the failure is stored', undefined), unwritten],
  },
  guards: {
    startsAt: 'The job resumes at this stage: the earlier ones were done before.',
    isUnrecorded: 'That the stage begins could not be recorded, so its work has not begun.',
    isLastAttempt: 'The queue has no attempts left.',
    needsSpeech: 'There is no transcript yet: the audio has to be transcribed.',
    needsVoices: 'There is a transcript, but its voices could not be told apart before.',
  },
  invariants: analysisJobInvariants,
  equivalents: analysisJobEquivalents,
  byHand: {
    'the user cancels': 'Press “Cancel the analysis” on the session’s page.',
  },
  sees: {
    ...Object.fromEntries(
      stages.map(({ name, title }) => [name, `The session’s page shows “${title}” in progress.`]),
    ),
    completed: 'The session’s page shows the notes.',
  },
});
