import type { AnalysisStage } from '#contract/analyses.ts';
import { present } from '#contract/unknown-values.ts';
import { tag } from '../kit/tags.ts';
import {
  type AnalysisJobContext,
  analysisJobSetup,
  type StageActor,
  type StageInput,
} from './analysis-job.setup.ts';
import { analysisJobStage } from './stages.ts';

/** The actor records that the stage begins before it works. If it cannot, the work does not begin. */
function stageState<const Actor extends StageActor, const Done extends string>(
  stage: AnalysisStage,
  actor: Actor,
  done: Done,
) {
  const { description, cancellable } = analysisJobStage(stage);
  const keepFailure = {
    type: 'keepFailure' as const,
    params: ({ event }: { event: { error: unknown } }) => ({ stage, error: event.error }),
  };
  return {
    description,
    tags: cancellable ? [tag.busy, tag.cancellable] : [tag.busy],
    ...(cancellable ? { on: { cancel: 'cancelled' as const } } : {}),
    invoke: {
      id: actor,
      src: actor,
      input: ({ context }: { context: AnalysisJobContext }): StageInput => ({
        analysisId: context.analysisId,
        warning: context.speakersUnknown ? 'speakersUnknown' : null,
      }),
      onDone: done,
      onError: [
        {
          guard: {
            type: 'isUnrecorded' as const,
            params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
          },
          target: 'unrecorded' as const,
          actions: keepFailure,
        },
        stage === 'diarizing'
          ? { target: 'extracting' as const, actions: 'noteUnknownSpeakers' as const }
          : { target: 'failing' as const, actions: keepFailure },
      ],
    },
  };
}

/** The server runs it. Each stage is recorded before it begins, so that a restart resumes there. */
export const analysisJobMachine = analysisJobSetup.createMachine({
  id: 'analysisJob',
  context: ({ input }) => ({ ...input, failure: null, speakersUnknown: false }),
  initial: 'resuming',
  states: {
    resuming: {
      description:
        'Goes to the last recorded stage. If that is preparing, or none, the analysis starts from the beginning: ' +
        'with a transcript, at extracting, or at diarizing if its voices are still to be told apart.',
      tags: tag.busy,
      always: [
        { guard: { type: 'startsAt', params: { stage: 'transcribing' } }, target: 'transcribing' },
        { guard: { type: 'startsAt', params: { stage: 'diarizing' } }, target: 'diarizing' },
        { guard: { type: 'startsAt', params: { stage: 'extracting' } }, target: 'extracting' },
        { guard: { type: 'startsAt', params: { stage: 'writing' } }, target: 'writing' },
        { guard: { type: 'startsAt', params: { stage: 'verifying' } }, target: 'verifying' },
        { guard: 'needsSpeech', target: 'preparing' },
        { guard: 'needsVoices', target: 'diarizing' },
        { target: 'extracting' },
      ],
    },
    preparing: stageState('preparing', 'prepare', 'transcribing'),
    transcribing: stageState('transcribing', 'transcribe', 'diarizing'),
    diarizing: stageState('diarizing', 'diarize', 'extracting'),
    extracting: stageState('extracting', 'extract', 'writing'),
    writing: stageState('writing', 'write', 'verifying'),
    verifying: stageState('verifying', 'verify', 'completing'),
    completing: {
      description:
        'Stores the result, charges the credits and, if the user wants that, fills in notes that are empty ' +
        'or still the untouched page: all or nothing. If a model has found nothing to write, stores that it ' +
        'failed instead, and releases the credits.',
      tags: tag.busy,
      invoke: {
        id: 'recordCompletion',
        src: 'recordCompletion',
        input: ({ context }) => ({ analysisId: context.analysisId }),
        onDone: 'completed',
        onError: {
          target: 'unrecorded',
          actions: { type: 'keepFailure', params: { stage: 'verifying', error: null } },
        },
      },
    },
    failing: {
      description: 'Stores the failure and releases the reserved credits, both or neither.',
      tags: tag.busy,
      invoke: {
        id: 'recordFailure',
        src: 'recordFailure',
        input: ({ context }) => ({
          analysisId: context.analysisId,
          failure: present(context.failure, 'failure of the job'),
        }),
        onDone: 'failed',
        onError: 'unrecorded',
      },
    },
    unrecorded: {
      description:
        'That a stage begins, the result or the failure could not be stored. Checks whether the queue tries again.',
      tags: tag.busy,
      always: [{ guard: 'isLastAttempt', target: 'givingUp' }, { target: 'interrupted' }],
    },
    givingUp: {
      description:
        'The queue has no attempts left. Stores that the analysis stopped, or why it failed, and releases the ' +
        'reserved credits, both or neither.',
      tags: tag.busy,
      invoke: {
        id: 'recordFailure',
        src: 'recordFailure',
        input: ({ context }) => ({
          analysisId: context.analysisId,
          failure: present(context.failure, 'failure of the job'),
        }),
        onDone: 'failed',
        onError: 'interrupted',
      },
    },
    failed: {
      description: 'The analysis stopped and nothing was charged. If the user retries, that is another job.',
      tags: tag.failed,
      type: 'final',
    },
    interrupted: {
      description:
        'Something could not be stored. The queue restarts the analysis at the last recorded stage. After its last ' +
        'attempt, the server tries once more to store that the analysis stopped; if that fails too, housekeeping does.',
      tags: tag.failed,
      type: 'final',
    },
    cancelled: {
      description: 'The user has cancelled, or the analysis was deleted. The credits were released before.',
      tags: tag.done,
      type: 'final',
    },
    completed: {
      description:
        'The result is stored, or that a model found nothing to write. If the result is the page and a model is to write notes, that is another job.',
      tags: tag.done,
      type: 'final',
    },
  },
});
