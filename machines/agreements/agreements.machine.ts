import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { agreementsSetup } from './agreements.setup.ts';

export const agreementsMachine = agreementsSetup.createMachine({
  id: 'agreements',
  context: { pending: [], isBoxChecked: false, failure: null },
  initial: 'idle',
  on: { 'user.left': { target: '.idle', actions: 'forgetAll' } },
  states: {
    idle: {
      description: 'No agreement is known to be due.',
      tags: tag.idle,
      on: {
        'user.arrived': [{ guard: { type: 'areAccepted', params: ({ event }) => event } }, { target: 'due' }],
      },
    },
    due: {
      description: 'The modal asks the user to accept; everything else waits.',
      tags: tag.modal,
      entry: 'demandModal',
      exit: 'settleModal',
      initial: 'loading',
      states: {
        loading: {
          description: 'Reads which agreements are due, and what is new in them.',
          tags: tag.busy,
          invoke: {
            id: 'listAgreements',
            src: 'listAgreements',
            onDone: [
              {
                // Another tab or device was faster.
                guard: { type: 'areNone', params: ({ event }) => ({ pending: event.output }) },
                target: '#agreements.accepted',
              },
              {
                target: 'reading',
                actions: { type: 'keepPending', params: ({ event }) => ({ pending: event.output }) },
              },
            ],
            onError: { target: 'unavailable', actions: keepFailure },
          },
        },
        unavailable: {
          description: 'The agreements that are due could not be read; the user can try again.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { retry: 'loading', 'agreements.declined': 'declining' },
        },
        reading: {
          description: 'The user reads, and can accept once the box is checked (R5.8).',
          tags: tag.waiting,
          on: {
            'box.changed': { actions: { type: 'keepBox', params: ({ event }) => event } },
            'agreements.accepted': { guard: 'isBoxChecked', target: 'accepting' },
            'agreements.declined': 'declining',
          },
        },
        accepting: {
          description: 'Sends each acceptance to the server, one after the other.',
          tags: tag.busy,
          invoke: {
            id: 'acceptAgreement',
            src: 'acceptAgreement',
            input: ({ context }) => {
              const first = context.pending[0];
              return { name: first?.name ?? '', version: first?.version ?? '' };
            },
            onDone: [
              { guard: 'isLast', target: '#agreements.accepted' },
              { target: 'accepting', reenter: true, actions: 'dropFirst' },
            ],
            onError: [
              {
                // Users must not accept what they have not read.
                guard: { type: 'hasChanged', params: ({ event }) => event },
                target: 'loading',
              },
              {
                target: 'failed',
                actions: keepFailure,
              },
            ],
          },
        },
        failed: {
          description:
            'The server did not accept it, or did not answer. Earlier acceptances count, and the user can try again.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { retry: 'accepting', 'agreements.declined': 'declining' },
        },
        declining: {
          description:
            'The user declines: they are signed out, and this browser deletes the settings and drafts that it kept for them. The next sign-in asks again.',
          tags: tag.busy,
          entry: 'leaveAccount',
          after: { signOutPatience: 'notSignedOut' },
        },
        notSignedOut: {
          description:
            'The user is still signed in, for instance because there is no connection. They can decline again, or go ' +
            'back to the agreements.',
          tags: tag.failed,
          on: { retry: 'loading', 'agreements.declined': 'declining' },
        },
      },
    },
    accepted: {
      description: 'Everything is accepted; the page reloads (R4.20).',
      tags: tag.done,
      entry: ['forgetAll', 'reloadPage'],
    },
  },
});
