import { type AnyEventObject, assign, setup } from 'xstate';
import type { Analysis, AnalysisProgress, Quote } from '#contract/analyses.ts';
import type { DetailLevel } from '#contract/common.ts';
import { isCancellableStatus, isRunningStatus } from '../analysis-job/stages.ts';
import { minutes, seconds } from '../kit/durations.ts';
import { type Failure, failureOf, hasCode } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor, notProvidedCallback } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

/** What is kept of an analysis: where it stands. Its result is read as server data. */
export type AnalysisStanding = Pick<Analysis, keyof AnalysisProgress>;

export interface AnalysisInput {
  readonly sessionId: string;
  /** The analysis to follow or to show; null to start a new one. */
  readonly analysisId: string | null;
  /** Whether the session has a recording or a transcript. */
  readonly hasSource: boolean;
  readonly detailLevel: DetailLevel;
}

export interface AnalysisContext extends AnalysisInput {
  readonly quote: Quote | null;
  readonly progress: AnalysisProgress | null;
  readonly failure: Failure | null;
}

export type AnalysisEvent =
  /** The session has got a recording or a transcript, or another one. */
  | { type: 'source.changed' }
  | { type: 'level.chosen'; detailLevel: DetailLevel }
  /** The user starts the analysis at the price that stands on the button. */
  | { type: 'start.confirmed' }
  /** The user would rather read the notes that are there already than pay again. */
  | { type: 'existing.requested' }
  /** Back to the price, after a start that did not work. */
  | { type: 'price.requested' }
  | { type: 'cancel.requested' }
  | { type: 'retry' }
  /** A new analysis of the same session. */
  | { type: 'again.requested' }
  | { type: 'progress.received'; progress: AnalysisProgress }
  /** The stream broke off before a final status. */
  | { type: 'stream.failed' };

/** The finished analysis that the chosen level would make once more; null where there is none. */
export const existingOf = ({ quote, detailLevel }: Pick<AnalysisContext, 'quote' | 'detailLevel'>) =>
  quote?.levels.find((level) => level.detailLevel === detailLevel)?.existingAnalysis ?? null;

/** The terms agreed to; the same terms make the same analysis, however often they are sent (Idempotency-Key). */
export interface AgreedTerms {
  readonly sessionId: string;
  readonly quoteId: string;
  readonly detailLevel: DetailLevel;
}

export const analysisSetup = setup({
  types: {} as {
    context: AnalysisContext;
    input: AnalysisInput;
    events: AnalysisEvent;
    tags: Tag;
  },
  actors: {
    /** Fails with `notFound` where the analysis belongs to another session. */
    readAnalysis: notProvidedActor<AnalysisStanding, { sessionId: string; analysisId: string }>(
      'readAnalysis',
    ),
    quote: notProvidedActor<Quote, { sessionId: string }>('quote'),
    startAnalysis: notProvidedActor<AnalysisStanding, AgreedTerms>('startAnalysis'),
    /** Sends `progress.received`, and `stream.failed` once it cannot go on. */
    followProgress: notProvidedCallback<AnyEventObject, { analysisId: string }>('followProgress'),
    cancelAnalysis: notProvidedActor<AnalysisStanding, { analysisId: string }>('cancelAnalysis'),
    retryAnalysis: notProvidedActor<AnalysisStanding, { analysisId: string }>('retryAnalysis'),
  },
  actions: {
    /** Puts the analysis into the address, so that a reload comes back to it. */
    openAnalysis: notProvidedAction<{ sessionId: string; analysisId: string }>('openAnalysis'),
    /** Session, analyses and balances have changed on the server. */
    announceChange: notProvidedAction<{ sessionId: string; analysisId: string }>('announceChange'),
    /** Goes to the result in the analysis tab. */
    showResult: notProvidedAction<{ sessionId: string; analysisId: string }>('showResult'),
    chooseLevel: assign({
      detailLevel: (_, params: { detailLevel: DetailLevel }) => params.detailLevel,
    }),
    keepQuote: assign({ quote: (_, params: { quote: Quote }) => params.quote }),
    forgetQuote: assign({ quote: null }),
    keepStanding: assign({
      analysisId: (_, params: AnalysisStanding) => params.id,
      progress: (_, { id, status, progress, etaSeconds, stageMessage, error }: AnalysisStanding) => ({
        id,
        status,
        progress,
        etaSeconds,
        stageMessage,
        error,
      }),
    }),
    keepExisting: assign({
      analysisId: ({ context }) => existingOf(context)?.id ?? null,
      quote: null,
      failure: null,
    }),
    forgetAnalysis: assign({ analysisId: null, progress: null }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    hasAnalysis: ({ context }) => context.analysisId !== null,
    hasSource: ({ context }) => context.hasSource,
    isAffordable: ({ context }) =>
      context.quote?.levels.some((level) => level.detailLevel === context.detailLevel && level.affordable) ===
      true,
    /** At the level that is chosen. */
    hasExisting: ({ context }) => existingOf(context) !== null,
    isRunning: (_, params: AnalysisStanding) => isRunningStatus(params.status),
    isCompleted: (_, params: AnalysisStanding) => params.status === 'completed',
    hasFailed: (_, params: AnalysisStanding) => params.status === 'failed',
    isCancellable: ({ context }) => context.progress !== null && isCancellableStatus(context.progress.status),
    isRetryable: ({ context }) => context.progress?.error?.retryable === true,
    needsNewPrice: (_, params: { error: unknown }) =>
      hasCode(params.error, 'quoteChanged', 'insufficientCredits'),
  },
  delays: {
    /** A quote holds this long. */
    quoteLifetime: minutes(15),
    /** Between two questions while the stream is gone. */
    pollInterval: seconds(3),
    /** After which the stream is tried again. */
    streamPause: seconds(30),
  },
});
