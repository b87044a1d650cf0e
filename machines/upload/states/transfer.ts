import { present } from '#contract/unknown-values.ts';
import { keepFailure } from '../../kit/failure.ts';
import { tag } from '../../kit/tags.ts';
import { uploadSetup } from '../upload.setup.ts';

export const transfer = uploadSetup.createStateConfig({
  description: 'Sends the recording, piece by piece. Leaving the page now shows a warning.',
  tags: tag.cancellable,
  initial: 'sending',
  entry: 'forgetFailure',
  exit: 'forgetAttempts',
  invoke: {
    id: 'watchPage',
    src: 'watchPage',
    onError: { target: '#upload.failed.interrupted', actions: keepFailure },
  },
  on: { discard: '#upload.discarding' },
  states: {
    sending: {
      description: 'Sends one piece after another, and shows how much the server has.',
      tags: tag.busy,
      invoke: {
        id: 'sendBytes',
        src: 'sendBytes',
        input: ({ context }) => ({
          file: present(context.file, 'chosen file'),
          upload: present(context.upload, 'open upload'),
        }),
        onError: { target: '#upload.failed.interrupted', actions: keepFailure },
      },
      on: {
        'bytes.sent': {
          actions: { type: 'noteProgress', params: ({ event }) => ({ offset: event.offset }) },
        },
        'bytes.finished': '#upload.completing',
        'sending.failed': [
          {
            guard: { type: 'isRefused', params: ({ event }) => event },
            target: '#upload.rejected',
            actions: [keepFailure, 'forgetUpload'],
          },
          { guard: 'mayTryAtOnce', target: 'sending', reenter: true, actions: 'countAttempt' },
          { guard: 'mayTryAgain', target: 'waitingToRetry', actions: 'countAttempt' },
          {
            target: '#upload.failed.interrupted',
            actions: keepFailure,
          },
        ],
        pause: { target: 'paused', actions: 'forgetAttempts' },
        'connection.lost': { target: 'offline', actions: 'forgetAttempts' },
      },
    },
    waitingToRetry: {
      description:
        'Sending failed twice in a row although the browser reports a connection. Tries again after 3 ' +
        'seconds, then after 5, 10 and 20.',
      tags: tag.waiting,
      after: { nextAttempt: 'sending' },
      on: {
        retry: 'sending',
        pause: { target: 'paused', actions: 'forgetAttempts' },
        'connection.lost': { target: 'offline', actions: 'forgetAttempts' },
        'connection.restored': 'sending',
      },
    },
    paused: {
      description: 'The user has paused the upload.',
      tags: tag.waiting,
      on: { resume: 'sending' },
    },
    offline: {
      description:
        'The browser reports no connection; the upload resumes when it returns, and the count of ' +
        'attempts restarts.',
      tags: tag.waiting,
      on: {
        'connection.restored': 'sending',
        retry: 'sending',
        pause: 'paused',
      },
    },
  },
});
