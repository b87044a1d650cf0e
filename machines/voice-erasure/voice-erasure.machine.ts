import type { VoiceSheet } from '#contract/voices.ts';
import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import {
  type ErasedSession,
  noVoices,
  type VoiceErasureContext,
  voiceErasureSetup,
} from './voice-erasure.setup.ts';

const keepSheet = {
  type: 'keepSheet',
  params: ({ event }: { event: { output: VoiceSheet } }) => ({ sheet: event.output }),
} as const;

const sessionOf = ({ event: { session } }: { event: { session: ErasedSession } }) => ({ session });
const keepSession = { type: 'keepSession', params: sessionOf } as const;

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
      description: 'The dialog is closed; the page keeps nothing of the voices.',
      tags: tag.idle,
      entry: 'forgetAll',
      on: {
        'voices.opened': { target: 'open', actions: keepSession },
      },
    },
    open: {
      description: 'The dialog covers the page.',
      tags: tag.modal,
      initial: 'loading',
      exit: 'leaveModal',
      on: { 'voices.closed': 'closed' },
      states: {
        loading: {
          description: 'Asks the server who speaks in the session, and whose voices were erased.',
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
          description: 'Lists every voice with how much it says, and every erased one with its record.',
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
              description: 'While the recording is being silenced, the dialog polls after a pause.',
              tags: tag.waiting,
              after: { nextLook: { guard: 'isSilencing', target: 'looking' } },
            },
            looking: {
              description: 'Asks the server for the progress of the silencing.',
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
          description: 'The dialog says what will be deleted, and that this cannot be undone.',
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
          description:
            'The server erases the voice everywhere except in the recording, and starts silencing that.',
          tags: tag.busy,
          on: { 'voices.closed': '#voiceErasure.behind' },
          invoke: {
            id: 'eraseVoice',
            src: 'eraseVoice',
            input: ({ context: { session, sheet, voice } }) => ({
              sessionId: session?.id ?? '',
              transcriptId: sheet?.transcriptId ?? '',
              speakerId: voice?.speakerId ?? '',
            }),
            onDone: { target: 'choosing', actions: [keepSheet, 'forgetVoice', 'refreshTexts'] },
            onError: { target: 'refused', actions: [keepFailure, 'forgetVoice', 'refreshTexts'] },
          },
        },
        following: {
          description:
            'The dialog was closed and is open again while the server still erases the voice. Then it loads the voices.',
          tags: tag.busy,
          on: { 'voices.closed': '#voiceErasure.behind' },
          invoke: {
            id: 'followErasure',
            src: 'followErasure',
            onDone: { target: 'loading', actions: ['forgetVoice', 'refreshTexts'] },
            onError: { target: 'refused', actions: [keepFailure, 'forgetVoice', 'refreshTexts'] },
          },
        },
        requeueing: {
          description: 'Asks the server to silence the recording again.',
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
          description:
            'The request failed; the dialog says why, and reloads the voices on request. If the server did not answer, it may still erase.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { retry: 'loading' },
        },
      },
    },
    behind: {
      description:
        'The dialog is closed while the server erases the voice. At the end the page reloads its texts, and tells a failure; also if the dialog is opened for another session meanwhile.',
      tags: tag.waiting,
      on: {
        'voices.opened': [
          {
            guard: { type: 'isSameSession', params: sessionOf },
            target: 'open.following',
            actions: keepSession,
          },
          { target: 'open', actions: ['announceEnd', 'forgetVoice', keepSession] },
        ],
      },
      invoke: {
        id: 'followErasure',
        src: 'followErasure',
        onDone: { target: 'closed', actions: 'refreshTexts' },
        onError: {
          target: 'closed',
          actions: [
            'refreshTexts',
            { type: 'announceFailure', params: ({ event: { error } }) => ({ error }) },
          ],
        },
      },
    },
  },
});
