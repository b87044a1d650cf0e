import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { billingPortalSetup, noPortalUrl } from './billing-portal.setup.ts';

export const billingPortalMachine = billingPortalSetup.createMachine({
  id: 'billingPortal',
  context: { address: null, failure: null },
  initial: 'idle',
  on: { 'user.left': '.idle' },
  states: {
    idle: {
      description: 'The account settings lead to the billing portal (R4.11).',
      tags: tag.idle,
      on: {
        'portal.requested': 'loading',
        'return.found': { target: 'returned', actions: 'returnToPlace' },
      },
    },
    loading: {
      description: 'The server opens the portal for this user (R4.11).',
      tags: tag.busy,
      invoke: {
        id: 'openPortal',
        src: 'openPortal',
        onDone: [
          {
            guard: { type: 'isWebAddress', params: ({ event }) => ({ address: event.output }) },
            target: 'loaded',
            actions: { type: 'keepAddress', params: ({ event }) => ({ address: event.output }) },
          },
          { target: 'failed', actions: { type: 'keepFailure', params: { error: noPortalUrl } } },
        ],
        onError: { target: 'failed', actions: keepFailure },
      },
    },
    loaded: {
      description:
        'The browser goes to the billing portal (R4.11). If it is still here after ten seconds, the user ' +
        'can ask again.',
      tags: tag.busy,
      entry: [
        'rememberPortalVisit',
        { type: 'leavePage', params: ({ context }) => ({ address: context.address }) },
      ],
      exit: 'forgetAll',
      invoke: { id: 'watchReturn', src: 'watchReturn', onError: {} },
      on: { 'page.restored': 'returned' },
      after: { leaveLimit: 'idle' },
    },
    failed: {
      description: 'The portal could not be opened; the page says so (R8.4), and the user can try again.',
      tags: tag.failed,
      entry: { type: 'tellFailure', params: ({ context }) => ({ failure: context.failure }) },
      exit: 'forgetAll',
      on: { 'portal.requested': 'loading' },
    },
    returned: {
      description:
        'The user is back: reloads the subscription at once, and again three seconds later, because a ' +
        'change may take a moment to reach the server.',
      tags: tag.idle,
      entry: 'refreshUser',
      on: { 'portal.requested': 'loading' },
      after: { settlingTime: { target: 'idle', actions: 'refreshUser' } },
    },
  },
});
