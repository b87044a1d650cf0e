import { tag } from '../../kit/tags.ts';
import { uploadSetup } from '../upload.setup.ts';

/** The bytes on their way. The server's offset is the truth. */
export const transfer = uploadSetup.createStateConfig({
  description: 'The recording is being sent, piece by piece. Leaving the page now warns.',
  tags: tag.cancellable,
  initial: 'sending',
  entry: 'forgetFailure',
  exit: 'forgetAttempts',
  invoke: {
    id: 'watchPage',
    src: 'watchPage',
    onError: {
      target: '#upload.failed.interrupted',
      actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
    },
  },
  on: { discard: '#upload.discarding' },
  states: {
    sending: {
      description: 'Pieces go out, each with a fresh token.',
      tags: tag.busy,
      invoke: {
        id: 'sendBytes',
        src: 'sendBytes',
        input: ({ context }) => ({ file: context.file!, upload: context.upload! }),
        onError: {
          target: '#upload.failed.interrupted',
          actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
      on: {
        'bytes.sent': {
          actions: { type: 'noteProgress', params: ({ event }) => ({ offset: event.offset }) },
        },
        'bytes.finished': '#upload.completing',
        'sending.failed': [
          {
            guard: { type: 'isRefused', params: ({ event }) => ({ error: event.error }) },
            target: '#upload.rejected',
            actions: [
              { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
              'forgetUpload',
            ],
          },
          {
            guard: 'isFirstFailure',
            target: 'sending',
            reenter: true,
            actions: 'countAttempt',
          },
          {
            guard: 'isSecondFailure',
            target: 'waitingToRetry.firstWait',
            actions: 'countAttempt',
          },
          {
            guard: 'isThirdFailure',
            target: 'waitingToRetry.secondWait',
            actions: 'countAttempt',
          },
          {
            guard: 'isFourthFailure',
            target: 'waitingToRetry.thirdWait',
            actions: 'countAttempt',
          },
          {
            guard: 'isFifthFailure',
            target: 'waitingToRetry.fourthWait',
            actions: 'countAttempt',
          },
          {
            target: '#upload.failed.interrupted',
            actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
          },
        ],
        pause: { target: 'paused', actions: 'forgetAttempts' },
        'connection.lost': { target: 'offline', actions: 'forgetAttempts' },
      },
    },
    waitingToRetry: {
      description:
        'Pieces fail although there seems to be a connection; a little later the next attempt follows by itself.',
      tags: tag.waiting,
      initial: 'firstWait',
      on: {
        retry: 'sending',
        pause: { target: 'paused', actions: 'forgetAttempts' },
        'connection.lost': { target: 'offline', actions: 'forgetAttempts' },
        'connection.restored': 'sending',
      },
      states: {
        firstWait: {
          description: 'Waiting 3 seconds, then the third attempt.',
          after: { firstPause: '#upload.transfer.sending' },
        },
        secondWait: {
          description: 'Waiting 5 seconds, then the fourth attempt.',
          after: { secondPause: '#upload.transfer.sending' },
        },
        thirdWait: {
          description: 'Waiting 10 seconds, then the fifth attempt.',
          after: { thirdPause: '#upload.transfer.sending' },
        },
        fourthWait: {
          description: 'Waiting 20 seconds, then the sixth and last attempt.',
          after: { fourthPause: '#upload.transfer.sending' },
        },
      },
    },
    paused: {
      description: 'The user has paused the upload.',
      tags: tag.waiting,
      on: { resume: 'sending' },
    },
    offline: {
      description:
        'The browser reports no connection; the upload goes on when it comes back, and attempts begin anew.',
      tags: tag.waiting,
      on: {
        'connection.restored': 'sending',
        retry: 'sending',
        pause: 'paused',
      },
    },
  },
});
