import type { AnalysisProgress } from '#contract/analyses.ts';
import { present } from '#contract/unknown-values.ts';
import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { type AnalysisContext, analysisSetup } from './analysis.setup.ts';
import { following } from './states/following.ts';

type Answered = { context: AnalysisContext; event: { output: AnalysisProgress } };
const keepAndAnnounce = [
  { type: 'keepStanding', params: ({ event }: Answered) => event.output },
  {
    type: 'announceChange',
    params: ({ context, event }: Answered) => ({ sessionId: context.sessionId, analysisId: event.output.id }),
  },
] as const;

export const analysisMachine = analysisSetup.createMachine({
  id: 'analysis',
  context: ({ input }) => ({ ...input, progress: null, unanswered: 0, failure: null }),
  initial: 'locating',
  states: {
    locating: {
      description:
        'Goes to the existing analysis; without one, to the price, or waits for a recording or transcript.',
      tags: tag.busy,
      always: [
        { guard: 'hasAnalysis', target: 'recalling' },
        { guard: 'hasSource', target: 'pricing' },
        { target: 'awaitingSource' },
      ],
    },
    awaitingSource: {
      description: 'The session has neither a recording nor a transcript yet.',
      tags: tag.waiting,
      on: { 'source.changed': 'pricing' },
    },
    recalling: {
      description: 'Reads the state of the analysis, for instance after a reload.',
      tags: tag.busy,
      invoke: {
        id: 'readAnalysis',
        src: 'readAnalysis',
        input: ({ context }) => ({ sessionId: context.sessionId, analysisId: context.analysisId ?? '' }),
        onDone: [
          {
            guard: { type: 'isRunning', params: ({ event }) => event.output },
            target: 'following',
            actions: { type: 'keepStanding', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isCompleted', params: ({ event }) => event.output },
            target: 'completed',
            actions: { type: 'keepStanding', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'hasFailed', params: ({ event }) => event.output },
            target: 'failed',
            actions: { type: 'keepStanding', params: ({ event }) => event.output },
          },
          {
            target: 'cancelled',
            actions: { type: 'keepStanding', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'unrecalled', actions: keepFailure },
      },
    },
    unrecalled: {
      description:
        'The state of the analysis could not be read. If the session has no such analysis, the page ' +
        'says Not found (R2.4).',
      tags: tag.failed,
      exit: 'forgetFailure',
      on: { retry: 'recalling' },
    },
    pricing: {
      description: 'The user sees the price, and starts the analysis or opens existing notes.',
      tags: tag.waiting,
      on: { 'source.changed': { actions: 'passSourceOn' } },
      invoke: {
        id: 'analysisStart',
        src: 'analysisStart',
        input: ({ context: { sessionId, detailLevel } }) => ({ sessionId, detailLevel, canWait: false }),
        onDone: [
          {
            guard: { type: 'isStarted', params: ({ event }) => event.output },
            target: 'following',
            actions: [
              { type: 'chooseLevel', params: ({ event }) => event.output },
              {
                type: 'keepStanding',
                params: ({ event }) => present(event.output.started, 'started analysis'),
              },
              {
                type: 'openAnalysis',
                params: ({ context, event }) => ({
                  sessionId: context.sessionId,
                  analysisId: present(event.output.started, 'started analysis').id,
                }),
              },
              {
                type: 'announceChange',
                params: ({ context, event }) => ({
                  sessionId: context.sessionId,
                  analysisId: present(event.output.started, 'started analysis').id,
                }),
              },
            ],
          },
          {
            target: 'recalling',
            actions: [
              { type: 'chooseLevel', params: ({ event }) => event.output },
              {
                type: 'showResult',
                params: ({ context, event }) => ({
                  sessionId: context.sessionId,
                  analysisId: present(event.output.existingId, 'existing analysis'),
                }),
              },
              { type: 'keepExisting', params: ({ event }) => event.output },
            ],
          },
        ],
      },
    },
    following,
    cancelling: {
      description: 'Asks the server to stop the analysis and release the credits.',
      tags: tag.busy,
      entry: 'forgetFailure',
      invoke: {
        id: 'cancelAnalysis',
        src: 'cancelAnalysis',
        input: ({ context }) => ({ analysisId: context.analysisId ?? '' }),
        onDone: {
          target: 'cancelled',
          actions: [...keepAndAnnounce],
        },
        onError: { target: 'following', actions: keepFailure },
      },
    },
    retrying: {
      description: 'Asks the server to go on at the stage that failed (D8).',
      tags: tag.busy,
      entry: 'forgetFailure',
      invoke: {
        id: 'retryAnalysis',
        src: 'retryAnalysis',
        input: ({ context }) => ({ analysisId: context.analysisId ?? '' }),
        onDone: {
          target: 'following',
          actions: [...keepAndAnnounce],
        },
        onError: { target: 'failed', actions: keepFailure },
      },
    },
    completed: {
      description: 'The result is ready.',
      tags: tag.done,
      on: { 'again.requested': { target: 'pricing', actions: 'forgetAnalysis' } },
    },
    cancelled: {
      description: 'Cancelled before the notes were written; nothing was charged for them.',
      tags: tag.done,
      on: { 'again.requested': { target: 'pricing', actions: 'forgetAnalysis' } },
    },
    failed: {
      description:
        'The analysis stopped; nothing was charged for it. The reason is shown. A page that is there already stays (D16).',
      tags: tag.failed,
      exit: 'forgetFailure',
      on: {
        retry: { guard: 'isRetryable', target: 'retrying' },
        'again.requested': { target: 'pricing', actions: 'forgetAnalysis' },
      },
    },
  },
});
