import type { AnalysisStatus } from '#contract/analyses.ts';
import { isCancellableStatus } from '../analysis-job/stages.ts';
import type { AnalysisStanding } from '../analysis-start/analysis-start.setup.ts';
import { quotedSessionId as sessionId } from '../analysis-start/example-quotes.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { cutOff, cutOffAt, done, emits, fails } from '../kit/outcomes.ts';
import { analysisMachine } from './analysis.machine.ts';
import { analysisEquivalents, analysisInvariants } from './analysis.rules.ts';
import type { AnalysisContext } from './analysis.setup.ts';

const analysisId = '01900000-0000-7000-8000-00000000a001';

const standing = (status: AnalysisStatus, error: AnalysisStanding['error'] = null): AnalysisStanding => ({
  id: analysisId,
  status,
  progress: status === 'completed' ? 1 : 0.4,
  etaSeconds: null,
  stageMessage: '',
  error,
});

const page: AnalysisStanding = {
  ...standing('completed'),
  writer: 'page',
  writtenBy: '01900000-0000-7000-8000-00000000a002',
};

const notWritten: AnalysisStanding = {
  ...standing('failed', {
    stage: 'extracting',
    code: 'notesUnavailable',
    message: 'The notes could not be written right now. You were not charged. Try again later.',
    retryable: true,
  }),
  writer: 'service',
};

const stopped = standing('failed', {
  stage: 'extracting',
  code: 'stopped',
  message: 'The analysis stopped. You were not charged. Try again.',
  retryable: true,
});

const noSpeech = standing('failed', {
  stage: 'transcribing',
  code: 'noSpeech',
  message: 'We found no speech in this file. You were not charged.',
  retryable: false,
});

export const analysisFlow = defineFlow({
  name: 'analysis',
  title: 'Analysis (what the user sees)',
  group: 'Sessions and notes',
  paragraph:
    'The user starts an analysis at a displayed price (a flow of its own) and watches its progress. ' +
    'After a reload the page finds the running analysis. If the connection breaks, the page asks the ' +
    'server at once and then every three seconds, less often while it gets no answer, and has it report ' +
    'again after 30 seconds. When a model writes, the page in the evening’s own words is there ' +
    'first, and the written notes join it. A failure costs nothing, the page stays, and the user can ' +
    'retry if that may help.',
  requirements: ['R1.3', 'R9.1', 'D1', 'D2', 'D3', 'D8', 'D16'],
  story: ['locating', 'pricing', 'following', 'completed'],
  next: { 'analysis-job': 'the analysis is queued' },
  synonyms: {
    analysis: ['transcription', 'summary', 'notes being written', 'progress'],
    charge: ['refund', 'money back'],
    cancel: ['abort', 'stop'],
  },
  moves: { cancelAnalysis: 'Releases the reserved credits.', retryAnalysis: 'Reserves the credits again.' },
  machine: analysisMachine,
  scenarios: [
    {
      name: 'a session with a recording',
      input: { sessionId, analysisId: null, hasSource: true, detailLevel: null },
    },
    {
      name: 'an empty session',
      input: { sessionId, analysisId: null, hasSource: false, detailLevel: 'brief' },
    },
    {
      name: 'an analysis opened again',
      input: { sessionId, analysisId, hasSource: true, detailLevel: 'brief' },
    },
  ],
  events: {
    'page.returned': 'the user comes back to the page',
    'source.changed': 'the session gets a recording or a transcript',
    'cancel.requested': 'the user cancels',
    retry: 'the user tries again',
    'again.requested': 'the user wants a new analysis',
    'progress.received': 'sentByActor',
    'stream.failed': 'sentByActor',
  },
  outcomes: {
    readAnalysis: [
      done('it is transcribing', standing('transcribing')),
      done('it is complete', standing('completed')),
      done('it has failed', stopped),
      done('it was cancelled', standing('cancelled')),
      cutOff,
    ],
    analysisStart: [
      done('the analysis is queued', { detailLevel: 'brief', started: standing('queued'), existingId: null }),
      done('the comprehensive analysis is queued', {
        detailLevel: 'comprehensive',
        started: standing('queued'),
        existingId: null,
      }),
      done('the user opens the brief notes that exist already', {
        detailLevel: 'brief',
        started: null,
        existingId: analysisId,
      }),
    ],
    followProgress: [
      emits('the analysis goes on', { type: 'progress.received', progress: standing('extracting') }),
      emits('the notes are being written', { type: 'progress.received', progress: standing('writing') }),
      emits('the analysis is complete', { type: 'progress.received', progress: standing('completed') }),
      emits('the page is there, and a model begins to write', { type: 'progress.received', progress: page }),
      emits('the model cannot write', { type: 'progress.received', progress: notWritten }),
      emits('the analysis fails', { type: 'progress.received', progress: stopped }),
      emits('no speech is found', { type: 'progress.received', progress: noSpeech }),
      emits('the analysis is cancelled elsewhere', {
        type: 'progress.received',
        progress: standing('cancelled'),
      }),
      emits('the stream breaks off', { type: 'stream.failed' }),
      cutOffAt('the stream cannot be opened'),
    ],
    cancelAnalysis: [
      done('it is cancelled', standing('cancelled')),
      {
        name: 'it is too late',
        fits: ({ progress }: AnalysisContext) => progress?.status === 'writing',
        type: 'error',
        error: {
          code: 'notCancellable',
          message: 'We’re already writing the notes, so you can no longer cancel.',
        },
      },
    ],
    retryAnalysis: [
      done('it goes on', standing('queued')),
      fails(
        'the credits do not suffice',
        'insufficientCredits',
        'You do not have enough credits for this analysis.',
        { cost: 207, balance: 0, missing: 207 },
      ),
    ],
  },
  alike: {
    readAnalysis: { 'the server cannot be reached': ['notFound'] },
    followProgress: { 'the stream cannot be opened': ['notFound'] },
    cancelAnalysis: { 'it is too late': ['network', 'notFound'] },
    retryAnalysis: {
      'the credits do not suffice': [
        'network',
        'notFound',
        'notRetryable',
        'hearingUnavailable',
        'quoteChanged',
        'analysisRunning',
      ],
    },
  },
  guards: {
    hasAnalysis: 'An analysis was begun before, for instance before a reload.',
    hasSource: 'The session has a recording or a transcript.',
    isStarted: 'The user has started an analysis.',
    isRunning: 'The analysis is queued or running.',
    isPageReady:
      'The page in the evening’s own words is complete, and a model writes the notes in a further analysis.',
    isCompleted: 'The analysis is complete.',
    hasFailed: 'The analysis has failed.',
    isCancellable:
      'The notes are not being written yet: the analysis is queued, prepares the audio, transcribes, tells speakers ' +
      'apart or finds names. Once it writes the notes, it can no longer be cancelled.',
    isRetryable: 'A retry, from the stage where the analysis stopped, may succeed.',
  },
  words: {
    openAnalysis: 'open the analysis on the page',
    showResult: 'show the existing notes',
    announceChange: 'reload the session',
    readAnalysis: 'reading the state of the analysis',
    analysisStart: 'price and start',
    started: 'started analysis',
    existingId: 'existing notes',
    followProgress: 'following the analysis',
    cancelAnalysis: 'cancelling the analysis',
    retryAnalysis: 'trying the analysis again',
    detailLevel: 'level of detail',
    hasSource: 'has a recording or transcript',
    etaSeconds: 'time left',
    stageMessage: 'message',
    retryable: 'can be retried',
    writtenBy: 'goes on as',
    writer: 'who writes',
    code: '',
  },
  // Left out are the level of detail and what else the page says of the progress: no guard reads them, and each fills one place.
  abstraction: ({ analysisId, hasSource, progress, unanswered, failure }) => ({
    unanswered: Math.min(unanswered, 2),
    hasAnalysis: analysisId !== null,
    hasSource,
    isCancellable: progress !== null && isCancellableStatus(progress.status),
    isRetryable: progress?.error?.retryable,
    hasFailed: failure !== null,
  }),
  invariants: analysisInvariants,
  equivalents: analysisEquivalents,
});
