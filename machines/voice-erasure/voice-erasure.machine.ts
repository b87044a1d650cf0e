import type { VoiceSheet } from '#contract/voices.ts';
import { tag } from '../kit/tags.ts';
import { noVoices, type VoiceErasureContext, voiceErasureSetup } from './voice-erasure.setup.ts';

const keepFailure = {
  type: 'keepFailure',
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const;

const keepSheet = {
  type: 'keepSheet',
  params: ({ event }: { event: { output: VoiceSheet } }) => ({ sheet: event.output }),
} as const;

const ofSession = ({ context: { session } }: { context: VoiceErasureContext }) => ({
  sessionId: session?.id ?? '',
});

export const voiceErasureMachine = voiceErasureSetup.createMachine({
  id: 'voiceErasure',
  context: noVoices,
  initial: 'closed',
  on: { 'user.left': '.closed' },
  states: {
    closed: {
      description: 'The dialog is away; nothing of the voices is kept.',
      tags: tag.idle,
      entry: 'forgetAll',
      on: {
        'voices.opened': {
          target: 'open',
          actions: { type: 'keepSession', params: ({ event: { session } }) => ({ session }) },
        },
      },
    },
    open: {
      description: 'The dialog covers the page. A voice that is being erased is erased also if it closes.',
      tags: tag.modal,
      initial: 'loading',
      exit: 'leaveModal',
      on: { 'voices.closed': 'closed' },
      states: {
        loading: {
          description: 'The server is asked who speaks in the session, and whose voices were erased.',
          tags: tag.busy,
          invoke: {
            id: 'readVoices',
            src: 'readVoices',
            input: ofSession,
            onDone: { target: 'choosing', actions: keepSheet },
            onError: { target: 'refused', actions: keepFailure },
          },
        },
        choosing: {
          description: 'Every voice is listed with how much it says, and every erased one with its record.',
          initial: 'resting',
          on: {
            'voice.chosen': {
              guard: {
                type: 'isVoice',
                params: ({ event: { speakerId } }) => ({ speakerId }),
              },
              target: 'confirming',
              actions: { type: 'keepVoice', params: ({ event: { speakerId } }) => ({ speakerId }) },
            },
            'silencing.requested': { guard: 'hasFailed', target: 'requeueing' },
          },
          states: {
            resting: {
              description: 'While the recording is being silenced, the dialog looks again after a pause.',
              tags: tag.waiting,
              after: { nextLook: { guard: 'isSilencing', target: 'looking' } },
            },
            looking: {
              description: 'The server is asked how far the recording is.',
              tags: tag.waiting,
              invoke: {
                id: 'readVoices',
                src: 'readVoices',
                input: ofSession,
                onDone: { target: 'resting', actions: keepSheet },
                onError: 'resting',
              },
            },
          },
        },
        confirming: {
          description: 'The dialog says what goes with the voice, and that nothing brings it back.',
          tags: tag.waiting,
          on: {
            'voice.left': { target: 'choosing', actions: 'forgetVoice' },
            'erasure.confirmed': {
              target: 'erasing',
              actions: { type: 'stopHearing', params: ofSession },
            },
          },
        },
        erasing: {
          description: 'The server erases the voice everywhere but in the sound, and has that silenced.',
          tags: tag.busy,
          exit: ['forgetVoice', 'refreshTexts'],
          invoke: {
            id: 'eraseVoice',
            src: 'eraseVoice',
            input: ({ context: { session, sheet, voice } }) => ({
              sessionId: session?.id ?? '',
              transcriptId: sheet?.transcriptId ?? '',
              speakerId: voice?.speakerId ?? '',
            }),
            onDone: { target: 'choosing', actions: keepSheet },
            onError: { target: 'refused', actions: keepFailure },
          },
        },
        requeueing: {
          description: 'The server is asked to try again to silence the recording.',
          tags: tag.busy,
          invoke: {
            id: 'silenceVoices',
            src: 'silenceVoices',
            input: ofSession,
            onDone: { target: 'choosing', actions: keepSheet },
            onError: { target: 'refused', actions: keepFailure },
          },
        },
        refused: {
          description: 'It did not work; the dialog says why, and looks at the voices again on request.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { retry: 'loading' },
        },
      },
    },
  },
});
