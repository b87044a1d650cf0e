import { assign, setup } from 'xstate';
import type { AnalysisStage } from '#contract/analyses.ts';
import { recordOf } from '#contract/unknown-values.ts';
import { notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

interface AnalysisJobFailure {
  readonly stage: AnalysisStage;
  readonly code: string;
  readonly message: string | null;
  readonly retryable: boolean;
}

export interface AnalysisJobInput {
  readonly analysisId: string;
  readonly startAt: AnalysisStage;
  readonly needsSpeech: boolean;
  /** There is a transcript whose voices were never told apart. */
  readonly needsVoices: boolean;
  /** The queue will not try again. */
  readonly isLastAttempt: boolean;
}

export interface AnalysisJobContext extends AnalysisJobInput {
  readonly failure: AnalysisJobFailure | null;
  readonly speakersUnknown: boolean;
}

type AnalysisJobEvent = { type: 'cancel' };

export type AnalysisJobWarning = 'speakersUnknown';

/** `warning` is kept with the analysis. */
export interface StageInput {
  readonly analysisId: string;
  readonly warning: AnalysisJobWarning | null;
}

export type StageActor = 'prepare' | 'transcribe' | 'diarize' | 'extract' | 'write' | 'verify';

/** A stage rejects with this code if it could not record that it begins. */
export const stageUnrecorded = 'unrecorded';

function jobFailure(stage: AnalysisStage, error: unknown): AnalysisJobFailure {
  const { code, message, retryable } = recordOf(error);
  if (typeof code !== 'string' || typeof retryable !== 'boolean') {
    return { stage, code: 'stopped', message: null, retryable: true };
  }
  return { stage, code, message: typeof message === 'string' ? message : null, retryable };
}

/**
 * Stages record that they begin, then work. They reject with `{code, retryable, message?}` (`analysisFailures`); all
 * else is `stopped`, retryable.
 */
export const analysisJobSetup = setup({
  types: {} as {
    context: AnalysisJobContext;
    input: AnalysisJobInput;
    events: AnalysisJobEvent;
    tags: Tag;
  },
  actors: {
    prepare: notProvidedActor<void, StageInput>('prepare'),
    transcribe: notProvidedActor<void, StageInput>('transcribe'),
    diarize: notProvidedActor<void, StageInput>('diarize'),
    extract: notProvidedActor<void, StageInput>('extract'),
    write: notProvidedActor<void, StageInput>('write'),
    verify: notProvidedActor<void, StageInput>('verify'),
    /** And captures the credits, in one transaction. Idempotent. */
    recordCompletion: notProvidedActor<void, { analysisId: string }>('recordCompletion'),
    /** And releases the credits, in one transaction. Idempotent. */
    recordFailure: notProvidedActor<void, { analysisId: string; failure: AnalysisJobFailure }>(
      'recordFailure',
    ),
  },
  guards: {
    startsAt: ({ context }, params: { stage: AnalysisStage }) => context.startAt === params.stage,
    needsSpeech: ({ context }) => context.needsSpeech,
    needsVoices: ({ context }) => context.needsVoices,
    isUnrecorded: (_, { error }: { error: unknown }) => recordOf(error).code === stageUnrecorded,
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
