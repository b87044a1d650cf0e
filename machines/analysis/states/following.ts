import { raise } from 'xstate';
import type { AnalysisProgress } from '#contract/analyses.ts';
import { tag } from '../../kit/tags.ts';
import { type AnalysisContext, analysisSetup, failureOutcome } from '../analysis.setup.ts';

type Received = { context: AnalysisContext; event: { progress: AnalysisProgress } };
const progressOf = ({ event }: Pick<Received, 'event'>) => event.progress;
const keepStanding = { type: 'keepStanding', params: progressOf } as const;
const announceChange = {
  type: 'announceChange',
  params: ({ context, event }: Received) => ({
    sessionId: context.sessionId,
    analysisId: event.progress.id,
  }),
} as const;

export const following = analysisSetup.createStateConfig({
  description:
    'The analysis runs and the page shows its progress. The user can cancel until the notes are being ' +
    'written. Once the page in the evening’s own words is there, follows the analysis in which a model writes the notes.',
  tags: tag.busy,
  initial: 'streaming',
  on: {
    'cancel.requested': { guard: 'isCancellable', target: '#analysis.cancelling' },
    'progress.received': [
      {
        guard: { type: 'isRunning', params: progressOf },
        actions: keepStanding,
      },
      {
        guard: { type: 'isPageReady', params: progressOf },
        target: '#analysis.recalling',
        actions: [
          { type: 'goOnWriting', params: progressOf },
          'forgetFailure',
          {
            type: 'openAnalysis',
            params: ({ context, event }) => ({
              sessionId: context.sessionId,
              analysisId: event.progress.writtenBy ?? event.progress.id,
            }),
          },
          announceChange,
          {
            type: 'announceEnd',
            params: ({ context }) => ({ sessionId: context.sessionId, outcome: 'page' as const }),
          },
        ],
      },
      {
        guard: { type: 'isCompleted', params: progressOf },
        target: '#analysis.completed',
        actions: [
          keepStanding,
          'forgetFailure',
          announceChange,
          {
            type: 'announceEnd',
            params: ({ context }) => ({ sessionId: context.sessionId, outcome: 'completed' as const }),
          },
        ],
      },
      {
        guard: { type: 'hasFailed', params: progressOf },
        target: '#analysis.failed',
        actions: [
          keepStanding,
          'forgetFailure',
          announceChange,
          {
            type: 'announceEnd',
            params: ({ context, event }) => ({
              sessionId: context.sessionId,
              outcome: failureOutcome(event.progress),
            }),
          },
        ],
      },
      {
        target: '#analysis.cancelled',
        actions: [keepStanding, 'forgetFailure', announceChange],
      },
    ],
  },
  states: {
    streaming: {
      description: 'The server reports each change at once.',
      invoke: {
        id: 'followProgress',
        src: 'followProgress',
        input: ({ context }) => ({ analysisId: context.analysisId ?? '' }),
        onError: 'polling',
      },
      on: { 'stream.failed': 'polling' },
    },
    polling: {
      description:
        'The connection broke: asks the server at once and then every 3 seconds, less often as long as it does not answer. After 30 seconds, and when the user comes back, has it report again.',
      initial: 'asking',
      after: { streamPause: 'streaming' },
      on: { 'page.returned': 'streaming' },
      states: {
        asking: {
          description: 'Asks the server how far the analysis is.',
          invoke: {
            id: 'readAnalysis',
            src: 'readAnalysis',
            input: ({ context }) => ({ sessionId: context.sessionId, analysisId: context.analysisId ?? '' }),
            onDone: {
              target: 'waiting',
              actions: raise(({ event }) => ({
                type: 'progress.received' as const,
                progress: event.output,
              })),
            },
            onError: { target: 'waiting', actions: 'countUnanswered' },
          },
        },
        waiting: {
          description: 'Waits before it asks again.',
          after: { pollInterval: 'asking' },
        },
      },
    },
  },
});
