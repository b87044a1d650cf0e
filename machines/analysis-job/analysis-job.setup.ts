import { assign, setup } from 'xstate';
import type { AnalysisStage } from '#contract/analyses.ts';
import { recordOf } from '#contract/unknown-values.ts';
import { notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export interface AnalysisJobFailure {
  readonly stage: AnalysisStage;
  readonly code: string;
  readonly message: string | null;
  readonly retryable: boolean;
}

export interface AnalysisJobInput {
  readonly analysisId: string;
  readonly startAt: AnalysisStage;
  readonly needsSpeech: boolean;
  /** The queue will not try again. */
  readonly isLastAttempt: boolean;
}

export interface AnalysisJobContext extends AnalysisJobInput {
  readonly failure: AnalysisJobFailure | null;
  readonly speakersUnknown: boolean;
}

export type AnalysisJobEvent = { type: 'cancel' };

export type AnalysisJobWarning = 'speakersUnknown';

export interface StageInput {
  readonly analysisId: string;
}

function jobFailure(stage: AnalysisStage, error: unknown): AnalysisJobFailure {
  const { code, message, retryable } = recordOf(error);
  if (typeof code !== 'string' || typeof retryable !== 'boolean') {
    return { stage, code: 'stopped', message: null, retryable: true };
  }
  return { stage, code, message: typeof message === 'string' ? message : null, retryable };
}

/**
 * Stages reject with `{code, retryable, message?}` (`analysisFailures`); all else is `stopped`, retryable.
 */
export const analysisJobSetup = setup({
  types: {} as {
    context: AnalysisJobContext;
    input: AnalysisJobInput;
    events: AnalysisJobEvent;
    tags: Tag;
  },
  actors: {
    recordStage: notProvidedActor<
      void,
      { analysisId: string; stage: AnalysisStage; warning: AnalysisJobWarning | null }
    >('recordStage'),
    prepare: notProvidedActor<{ durationSeconds: number }, StageInput>('prepare'),
    transcribe: notProvidedActor<{ segmentCount: number }, StageInput>('transcribe'),
    diarize: notProvidedActor<{ speakerCount: number }, StageInput>('diarize'),
    extract: notProvidedActor<{ chunkCount: number }, StageInput>('extract'),
    write: notProvidedActor<{ characterCount: number }, StageInput>('write'),
    verify: notProvidedActor<{ removedQuotes: number }, StageInput>('verify'),
    /** And captures the credits, in one transaction. Idempotent. */
    recordCompletion: notProvidedActor<void, StageInput>('recordCompletion'),
    /** And releases the credits, in one transaction. Idempotent. */
    recordFailure: notProvidedActor<void, { analysisId: string; failure: AnalysisJobFailure }>(
      'recordFailure',
    ),
  },
  guards: {
    startsAt: ({ context }, params: { stage: AnalysisStage }) => context.startAt === params.stage,
    needsSpeech: ({ context }) => context.needsSpeech,
    isLastAttempt: ({ context }) => context.isLastAttempt,
  },
  actions: {
    keepFailure: assign({
      failure: (_, params: { stage: AnalysisStage; error: unknown }) =>
        jobFailure(params.stage, params.error),
    }),
    noteUnknownSpeakers: assign({ speakersUnknown: true }),
  },
});
