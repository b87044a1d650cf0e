import { type AnyEventObject, assign, sendTo, setup } from 'xstate';
import type { AnalysisProgress } from '#contract/analyses.ts';
import type { DetailLevel } from '#contract/common.ts';
import { isCancellableStatus, isRunningStatus } from '../analysis-job/stages.ts';
import { analysisStartMachine } from '../analysis-start/analysis-start.machine.ts';
import type { AnalysisStanding, AnalysisStartOutput } from '../analysis-start/analysis-start.setup.ts';
import { seconds } from '../kit/durations.ts';
import { type Failure, failureOf } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor, notProvidedCallback } from '../kit/not-provided.ts';
import { patience } from '../kit/polling.ts';
import type { Tag } from '../kit/tags.ts';

export interface AnalysisInput {
  readonly sessionId: string;
  readonly analysisId: string | null;
  readonly hasSource: boolean;
  readonly detailLevel: DetailLevel | null;
}

export interface AnalysisEnd {
  readonly sessionId: string;
  /** `page`: it is there, and a model writes the notes. `notWritten`: the model could not, and the page stays. */
  readonly outcome: 'completed' | 'page' | 'failed' | 'notWritten';
}

export interface AnalysisContext extends AnalysisInput {
  readonly progress: AnalysisProgress | null;
  /** Questions in a row that got no answer. */
  readonly unanswered: number;
  readonly failure: Failure | null;
}

export type AnalysisEvent =
  | { type: 'source.changed' }
  | { type: 'cancel.requested' }
  | { type: 'retry' }
  | { type: 'again.requested' }
  | { type: 'progress.received'; progress: AnalysisProgress }
  /** The user is back at the page, or its connection is back. */
  | { type: 'page.returned' }
  | { type: 'stream.failed' };

export const failureOutcome = ({ writer }: Pick<AnalysisStanding, 'writer'>): AnalysisEnd['outcome'] =>
  writer === undefined || writer === 'page' ? 'failed' : 'notWritten';

const asking = patience(seconds(3));

export const analysisSetup = setup({
  types: {} as {
    context: AnalysisContext;
    input: AnalysisInput;
    events: AnalysisEvent;
    tags: Tag;
    children: { analysisStart: 'analysisStart' };
  },
  actors: {
    /** Fails with `notFound` if the analysis belongs to another session. */
    readAnalysis: notProvidedActor<AnalysisStanding, { sessionId: string; analysisId: string }>(
      'readAnalysis',
    ),
    analysisStart: analysisStartMachine,
    followProgress: notProvidedCallback<AnyEventObject, { analysisId: string }>('followProgress'),
    cancelAnalysis: notProvidedActor<AnalysisStanding, { analysisId: string }>('cancelAnalysis'),
    retryAnalysis: notProvidedActor<AnalysisStanding, { analysisId: string }>('retryAnalysis'),
  },
  actions: {
    openAnalysis: notProvidedAction<{ sessionId: string; analysisId: string }>('openAnalysis'),
    announceChange: notProvidedAction<{ sessionId: string; analysisId: string }>('announceChange'),
    announceEnd: notProvidedAction<AnalysisEnd>('announceEnd'),
    showResult: notProvidedAction<{ sessionId: string; analysisId: string }>('showResult'),
    chooseLevel: assign({
      detailLevel: (_, params: { detailLevel: DetailLevel }) => params.detailLevel,
    }),
    passSourceOn: sendTo('analysisStart', { type: 'source.changed' }),
    keepStanding: assign({
      analysisId: (_, params: AnalysisStanding) => params.id,
      progress: (_, params: AnalysisStanding) => params,
      unanswered: 0,
    }),
    goOnWriting: assign({
      analysisId: (_, params: AnalysisStanding) => params.writtenBy ?? params.id,
      progress: null,
    }),
    keepExisting: assign({ analysisId: (_, params: AnalysisStartOutput) => params.existingId }),
    forgetAnalysis: assign({ analysisId: null, progress: null }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    countUnanswered: assign({ unanswered: asking.count }),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    hasAnalysis: ({ context }) => context.analysisId !== null,
    hasSource: ({ context }) => context.hasSource,
    isStarted: (_, params: AnalysisStartOutput) => params.started !== null,
    isRunning: (_, params: AnalysisStanding) => isRunningStatus(params.status),
    isPageReady: (_, params: AnalysisStanding) => params.status === 'completed' && params.writtenBy != null,
    isCompleted: (_, params: AnalysisStanding) => params.status === 'completed',
    hasFailed: (_, params: AnalysisStanding) => params.status === 'failed',
    isCancellable: ({ context }) => context.progress !== null && isCancellableStatus(context.progress.status),
    isRetryable: ({ context }) => context.progress?.error?.retryable === true,
  },
  delays: {
    pollInterval: asking.nextPause,
    streamPause: seconds(30),
  },
});
