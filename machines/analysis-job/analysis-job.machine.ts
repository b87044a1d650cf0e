import { tag } from '../kit/tags.ts';
import { analysisJobSetup } from './analysis-job.setup.ts';

/**
 * One job of an analysis, from its turn in the queue to the finished notes. The server runs it; the browser shows its
 * progress. Every stage is recorded before its work begins, so that a restart goes on there (input `startAt`).
 */
export const analysisJobMachine = analysisJobSetup.createMachine({
  id: 'analysisJob',
  context: ({ input }) => ({ ...input, failure: null, speakersUnknown: false }),
  initial: 'resuming',
  states: {
    resuming: {
      description:
        'Finds the stage that was recorded last. Where that is preparing, or none, the analysis begins.',
      tags: tag.busy,
      always: [
        { guard: { type: 'startsAt', params: { stage: 'transcribing' } }, target: 'transcribing' },
        { guard: { type: 'startsAt', params: { stage: 'diarizing' } }, target: 'diarizing' },
        { guard: { type: 'startsAt', params: { stage: 'extracting' } }, target: 'extracting' },
        { guard: { type: 'startsAt', params: { stage: 'writing' } }, target: 'writing' },
        { guard: { type: 'startsAt', params: { stage: 'verifying' } }, target: 'verifying' },
        { guard: 'needsSpeech', target: 'preparing' },
        { target: 'extracting' },
      ],
    },
    preparing: {
      description: 'The recording is read, measured and cut into pieces that the speech engine can take.',
      tags: [tag.busy, tag.cancellable],
      on: { cancel: 'cancelled' },
      initial: 'recording',
      states: {
        recording: {
          description: 'Notes durably that preparing begins.',
          invoke: {
            id: 'recordStage',
            src: 'recordStage',
            input: ({ context }) => ({ analysisId: context.analysisId, stage: 'preparing', warning: null }),
            onDone: 'working',
            onError: '#analysisJob.interrupted',
          },
        },
        working: {
          description: 'Reads and measures the audio.',
          invoke: {
            id: 'prepare',
            src: 'prepare',
            input: ({ context }) => ({ analysisId: context.analysisId }),
            onDone: '#analysisJob.transcribing',
            onError: {
              target: '#analysisJob.failing',
              actions: {
                type: 'keepFailure',
                params: ({ event }) => ({ stage: 'preparing', error: event.error }),
              },
            },
          },
        },
      },
    },
    transcribing: {
      description: 'The speech engine writes down what was said, piece by piece.',
      tags: [tag.busy, tag.cancellable],
      on: { cancel: 'cancelled' },
      initial: 'recording',
      states: {
        recording: {
          description: 'Notes durably that transcribing begins.',
          invoke: {
            id: 'recordStage',
            src: 'recordStage',
            input: ({ context }) => ({
              analysisId: context.analysisId,
              stage: 'transcribing',
              warning: null,
            }),
            onDone: 'working',
            onError: '#analysisJob.interrupted',
          },
        },
        working: {
          description: 'Hears the pieces; finished ones are not heard again.',
          invoke: {
            id: 'transcribe',
            src: 'transcribe',
            input: ({ context }) => ({ analysisId: context.analysisId }),
            onDone: '#analysisJob.diarizing',
            onError: {
              target: '#analysisJob.failing',
              actions: {
                type: 'keepFailure',
                params: ({ event }) => ({ stage: 'transcribing', error: event.error }),
              },
            },
          },
        },
      },
    },
    diarizing: {
      description: 'Tells the speakers apart. Where that fails the notes still come, with a warning.',
      tags: [tag.busy, tag.cancellable],
      on: { cancel: 'cancelled' },
      initial: 'recording',
      states: {
        recording: {
          description: 'Notes durably that diarizing begins.',
          invoke: {
            id: 'recordStage',
            src: 'recordStage',
            input: ({ context }) => ({ analysisId: context.analysisId, stage: 'diarizing', warning: null }),
            onDone: 'working',
            onError: '#analysisJob.interrupted',
          },
        },
        working: {
          description: 'Gives every segment its speaker.',
          invoke: {
            id: 'diarize',
            src: 'diarize',
            input: ({ context }) => ({ analysisId: context.analysisId }),
            onDone: '#analysisJob.extracting',
            onError: { target: '#analysisJob.extracting', actions: 'noteUnknownSpeakers' },
          },
        },
      },
    },
    extracting: {
      description: 'Scenes, names, quests and quotes are found in the transcript, with their evidence.',
      tags: [tag.busy, tag.cancellable],
      on: { cancel: 'cancelled' },
      initial: 'recording',
      states: {
        recording: {
          description: 'Notes durably that extracting begins, and whether the speakers stayed unknown.',
          invoke: {
            id: 'recordStage',
            src: 'recordStage',
            input: ({ context }) => ({
              analysisId: context.analysisId,
              stage: 'extracting',
              warning: context.speakersUnknown ? 'speakersUnknown' : null,
            }),
            onDone: 'working',
            onError: '#analysisJob.interrupted',
          },
        },
        working: {
          description: 'Reads the transcript chunk by chunk.',
          invoke: {
            id: 'extract',
            src: 'extract',
            input: ({ context }) => ({ analysisId: context.analysisId }),
            onDone: '#analysisJob.writing',
            onError: {
              target: '#analysisJob.failing',
              actions: {
                type: 'keepFailure',
                params: ({ event }) => ({ stage: 'extracting', error: event.error }),
              },
            },
          },
        },
      },
    },
    writing: {
      description: 'The notes are written. From here on the analysis can no longer be cancelled (D1).',
      tags: tag.busy,
      initial: 'recording',
      states: {
        recording: {
          description: 'Notes durably that writing begins.',
          invoke: {
            id: 'recordStage',
            src: 'recordStage',
            input: ({ context }) => ({ analysisId: context.analysisId, stage: 'writing', warning: null }),
            onDone: 'working',
            onError: '#analysisJob.interrupted',
          },
        },
        working: {
          description: 'Writes the summaries and sections at the chosen level.',
          invoke: {
            id: 'write',
            src: 'write',
            input: ({ context }) => ({ analysisId: context.analysisId }),
            onDone: '#analysisJob.verifying',
            onError: {
              target: '#analysisJob.failing',
              actions: {
                type: 'keepFailure',
                params: ({ event }) => ({ stage: 'writing', error: event.error }),
              },
            },
          },
        },
      },
    },
    verifying: {
      description: 'Every line is held against the transcript; a quote that is not in it is no longer one.',
      tags: tag.busy,
      initial: 'recording',
      states: {
        recording: {
          description: 'Notes durably that verifying begins.',
          invoke: {
            id: 'recordStage',
            src: 'recordStage',
            input: ({ context }) => ({ analysisId: context.analysisId, stage: 'verifying', warning: null }),
            onDone: 'working',
            onError: '#analysisJob.interrupted',
          },
        },
        working: {
          description: 'Checks the evidence of every line.',
          invoke: {
            id: 'verify',
            src: 'verify',
            input: ({ context }) => ({ analysisId: context.analysisId }),
            onDone: '#analysisJob.completing',
            onError: {
              target: '#analysisJob.failing',
              actions: {
                type: 'keepFailure',
                params: ({ event }) => ({ stage: 'verifying', error: event.error }),
              },
            },
          },
        },
      },
    },
    completing: {
      description: 'The result is kept and the credits are charged, both or neither.',
      tags: tag.busy,
      invoke: {
        id: 'recordCompletion',
        src: 'recordCompletion',
        input: ({ context }) => ({ analysisId: context.analysisId }),
        onDone: 'completed',
        onError: 'interrupted',
      },
    },
    failing: {
      description: 'The failure is kept and the reserved credits are given back, both or neither.',
      tags: tag.busy,
      invoke: {
        id: 'recordFailure',
        src: 'recordFailure',
        input: ({ context }) => ({ analysisId: context.analysisId, failure: context.failure! }),
        onDone: 'failed',
        onError: 'interrupted',
      },
    },
    failed: {
      description: 'The analysis stopped and nothing was charged. A retry of the user is another job.',
      tags: tag.failed,
      type: 'final',
    },
    interrupted: {
      description:
        'A record could not be written. The queue starts the analysis again at the recorded stage.',
      tags: tag.failed,
      type: 'final',
    },
    cancelled: {
      description: 'The user has cancelled: the server has recorded it and given the credits back.',
      tags: tag.done,
      type: 'final',
    },
    completed: {
      description: 'The notes are there.',
      tags: tag.done,
      type: 'final',
    },
  },
});
