import { keepFailure } from '../../kit/failure.ts';
import { tag } from '../../kit/tags.ts';
import { uploadSetup } from '../upload.setup.ts';

export const completing = uploadSetup.createStateConfig({
  description: 'All bytes have arrived: the server decodes the whole recording once, and so measures it.',
  tags: tag.busy,
  initial: 'asking',
  exit: 'forgetQuestions',
  after: {
    verificationWindow: { target: '#upload.failed.unverified', actions: 'noteSlowVerification' },
  },
  states: {
    asking: {
      description: 'Asks whether the recording is accepted.',
      invoke: {
        id: 'readUpload',
        src: 'readUpload',
        input: ({ context }) => ({ uploadId: context.upload?.id ?? '' }),
        onDone: [
          {
            guard: { type: 'raisesQuestion', params: ({ event }) => ({ upload: event.output }) },
            target: '#upload.confirming',
            actions: [
              { type: 'keepAccount', params: ({ event }) => ({ upload: event.output }) },
              'forgetUpload',
              { type: 'announceChange', params: ({ context }) => ({ sessionId: context.sessionId }) },
            ],
          },
          {
            guard: { type: 'isReady', params: ({ event }) => ({ upload: event.output }) },
            target: '#upload.pricing',
            actions: [
              'forgetUpload',
              { type: 'announceChange', params: ({ context }) => ({ sessionId: context.sessionId }) },
            ],
          },
          {
            guard: { type: 'isVerifying', params: ({ event }) => ({ upload: event.output }) },
            target: 'waiting',
          },
          {
            guard: { type: 'isOpen', params: ({ event }) => ({ upload: event.output }) },
            target: '#upload.incomplete',
            actions: { type: 'keepUpload', params: ({ event }) => ({ upload: event.output }) },
          },
          {
            target: '#upload.rejected',
            actions: [
              { type: 'keepRejection', params: ({ event }) => ({ upload: event.output }) },
              'forgetUpload',
              { type: 'announceChange', params: ({ context }) => ({ sessionId: context.sessionId }) },
            ],
          },
        ],
        onError: [
          {
            guard: { type: 'passesByItself', params: ({ event }) => event },
            target: 'waiting',
          },
          {
            target: '#upload.failed.unverified',
            actions: keepFailure,
          },
        ],
      },
    },
    waiting: {
      description: 'Waits before it asks again: three seconds at first, later up to 20.',
      after: { verificationInterval: { target: 'asking', actions: 'countQuestion' } },
    },
  },
});
