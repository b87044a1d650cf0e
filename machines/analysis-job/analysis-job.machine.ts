import { present } from '#contract/unknown-values.ts';
import { tag } from '../kit/tags.ts';
import { analysisJobSetup } from './analysis-job.setup.ts';

/** The server runs it. Each stage is recorded before it begins, so that a restart resumes there. */
export const analysisJobMachine = analysisJobSetup.createMachine({
  id: 'analysisJob',
  context: ({ input }) => ({ ...input, failure: null, speakersUnknown: false }),
  initial: 'resuming',
  states: {
    resuming: {
      description:
        'Finds the last recorded stage. If that is preparing, or none, the analysis starts from the ' +
        'beginning.',
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
      description:
        'Reads and measures the recording, and cuts it into pieces that the speech engine can process.',
      tags: [tag.busy, tag.cancellable],
      on: { cancel: 'cancelled' },
      initial: 'recording',
      states: {
        recording: {
          description: 'Records that preparing begins.',
          invoke: {
            id: 'recordStage',
            src: 'recordStage',
            input: ({ context }) => ({ analysisId: context.analysisId, stage: 'preparing', warning: null }),
            onDone: 'working',
            onError: {
              target: '#analysisJob.unrecorded',
              actions: { type: 'keepFailure', params: { stage: 'preparing', error: null } },
            },
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
      description: 'The speech engine transcribes the recording, piece by piece.',
      tags: [tag.busy, tag.cancellable],
      on: { cancel: 'cancelled' },
      initial: 'recording',
      states: {
        recording: {
          description: 'Records that transcribing begins.',
          invoke: {
            id: 'recordStage',
            src: 'recordStage',
            input: ({ context }) => ({
              analysisId: context.analysisId,
              stage: 'transcribing',
              warning: null,
            }),
            onDone: 'working',
            onError: {
              target: '#analysisJob.unrecorded',
              actions: { type: 'keepFailure', params: { stage: 'transcribing', error: null } },
            },
          },
        },
        working: {
          description: 'Transcribes the pieces; finished ones are not transcribed again.',
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
      description: 'Identifies the speakers. If that fails, the notes are still written, with a warning.',
      tags: [tag.busy, tag.cancellable],
      on: { cancel: 'cancelled' },
      initial: 'recording',
      states: {
        recording: {
          description: 'Records that diarizing begins.',
          invoke: {
            id: 'recordStage',
            src: 'recordStage',
            input: ({ context }) => ({ analysisId: context.analysisId, stage: 'diarizing', warning: null }),
            onDone: 'working',
            onError: {
              target: '#analysisJob.unrecorded',
              actions: { type: 'keepFailure', params: { stage: 'diarizing', error: null } },
            },
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
      description:
        'The notes engine finds scenes, names, quests and quotes in the transcript, with their evidence.',
      tags: [tag.busy, tag.cancellable],
      on: { cancel: 'cancelled' },
      initial: 'recording',
      states: {
        recording: {
          description: 'Records that extracting begins, and whether the speakers are unknown.',
          invoke: {
            id: 'recordStage',
            src: 'recordStage',
            input: ({ context }) => ({
              analysisId: context.analysisId,
              stage: 'extracting',
              warning: context.speakersUnknown ? 'speakersUnknown' : null,
            }),
            onDone: 'working',
            onError: {
              target: '#analysisJob.unrecorded',
              actions: { type: 'keepFailure', params: { stage: 'extracting', error: null } },
            },
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
      description: 'Writes the notes. From here on the analysis can no longer be cancelled (D1).',
      tags: tag.busy,
      initial: 'recording',
      states: {
        recording: {
          description: 'Records that writing begins.',
          invoke: {
            id: 'recordStage',
            src: 'recordStage',
            input: ({ context }) => ({ analysisId: context.analysisId, stage: 'writing', warning: null }),
            onDone: 'working',
            onError: {
              target: '#analysisJob.unrecorded',
              actions: { type: 'keepFailure', params: { stage: 'writing', error: null } },
            },
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
      description:
        'Checks every line against the transcript; a quote that is not in it loses its quotation marks.',
      tags: tag.busy,
      initial: 'recording',
      states: {
        recording: {
          description: 'Records that verifying begins.',
          invoke: {
            id: 'recordStage',
            src: 'recordStage',
            input: ({ context }) => ({ analysisId: context.analysisId, stage: 'verifying', warning: null }),
            onDone: 'working',
            onError: {
              target: '#analysisJob.unrecorded',
              actions: { type: 'keepFailure', params: { stage: 'verifying', error: null } },
            },
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
      description: 'Stores the result and charges the credits, both or neither.',
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
        'A stage, the result or the failure could not be stored. Checks whether the queue tries again.',
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
        'Something could not be stored. The queue restarts the analysis at the last recorded stage; after its last ' +
        'attempt, housekeeping ends the analysis as stopped.',
      tags: tag.failed,
      type: 'final',
    },
    cancelled: {
      description: 'The user has cancelled. The server has recorded it and released the credits.',
      tags: tag.done,
      type: 'final',
    },
    completed: {
      description: 'The notes are complete.',
      tags: tag.done,
      type: 'final',
    },
  },
});
