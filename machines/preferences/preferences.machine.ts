import { present } from '#contract/unknown-values.ts';
import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { effectivePreferences, preferencesSetup } from './preferences.setup.ts';

export const preferencesMachine = preferencesSetup.createMachine({
  id: 'preferences',
  context: { userId: null, base: null, changes: {}, sending: {}, failure: null },
  initial: 'absent',
  on: { 'user.left': { target: '.absent', actions: ['forgetUser', 'applyPreferences'] } },
  states: {
    absent: {
      description: 'No user is signed in: the system theme applies.',
      tags: tag.idle,
      on: {
        'user.arrived': {
          target: 'present',
          actions: [{ type: 'keepUser', params: ({ event }) => event }, 'applyPreferences'],
        },
      },
    },
    present: {
      description: 'The preferences stored in this browser apply immediately, and so do changes.',
      invoke: {
        id: 'watchCache',
        src: 'watchCache',
        input: ({ context }) => ({ userId: context.userId ?? '' }),
        onError: {},
      },
      on: {
        'preference.changed': {
          actions: [{ type: 'addChange', params: ({ event }) => event }, 'applyPreferences'],
        },
        'cache.changed': {
          guard: { type: 'isNewer', params: ({ event }) => event },
          actions: [{ type: 'keepServerCopy', params: ({ event }) => event }, 'applyPreferences'],
        },
      },
      initial: 'loading',
      states: {
        loading: {
          description: 'Reads the server’s copy (R7.7).',
          tags: tag.busy,
          invoke: {
            id: 'getPreferences',
            src: 'getPreferences',
            input: ({ context }) => ({ userId: context.userId ?? '' }),
            onDone: [
              {
                guard: { type: 'isNewer', params: ({ event }) => ({ preferences: event.output }) },
                target: 'settling',
                actions: [
                  { type: 'keepServerCopy', params: ({ event }) => ({ preferences: event.output }) },
                  'cachePreferences',
                  'applyPreferences',
                ],
              },
              { target: 'settling' },
            ],
            onError: 'notLoaded',
          },
        },
        notLoaded: {
          description:
            'The server’s copy could not be read. What this browser stored applies; it asks again after 30 ' +
            'seconds, or when the connection is back.',
          tags: tag.waiting,
          on: { retry: 'loading' },
          after: { nextAttempt: 'loading' },
        },
        settling: {
          description: 'Decides whether anything is left to save.',
          always: [{ guard: 'hasChanges', target: 'saving', actions: 'takeChanges' }, { target: 'current' }],
        },
        current: {
          description: 'Nothing is left to save.',
          tags: tag.done,
          on: {
            'preference.changed': {
              target: 'settling',
              actions: [{ type: 'addChange', params: ({ event }) => event }, 'applyPreferences'],
            },
          },
        },
        saving: {
          description:
            'Sends all preferences, with the revision they are based on (R7.8). Further changes wait.',
          tags: tag.busy,
          invoke: {
            id: 'putPreferences',
            src: 'putPreferences',
            input: ({ context: { userId, base, sending } }) => ({
              userId: userId ?? '',
              preferences: present(
                effectivePreferences({ base, sending, changes: {} }),
                'preferences to save',
              ),
            }),
            onDone: {
              target: 'settling',
              actions: [
                { type: 'keepServerCopy', params: ({ event }) => ({ preferences: event.output }) },
                'forgetSent',
                'cachePreferences',
                'applyPreferences',
              ],
            },
            onError: [
              {
                guard: { type: 'isStale', params: ({ event }) => event },
                target: 'conflict',
              },
              {
                target: 'unsaved',
                actions: ['takeChanges', keepFailure],
              },
            ],
          },
        },
        conflict: {
          description:
            'Another device was faster: reads its copy, applies our changes to it and sends again.',
          tags: tag.busy,
          invoke: {
            id: 'getPreferences',
            src: 'getPreferences',
            input: ({ context }) => ({ userId: context.userId ?? '' }),
            onDone: {
              target: 'saving',
              actions: [
                { type: 'keepNewer', params: ({ event }) => ({ preferences: event.output }) },
                'takeChanges',
                'cachePreferences',
                'applyPreferences',
              ],
            },
            onError: {
              target: 'unsaved',
              actions: ['takeChanges', keepFailure],
            },
          },
        },
        unsaved: {
          description:
            'The changes could not be saved. They apply on this page, and are sent again after 30 seconds, with ' +
            'the next change, or when the connection is back.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: {
            retry: 'saving',
            'preference.changed': {
              target: 'saving',
              actions: [
                { type: 'addChange', params: ({ event }) => event },
                'takeChanges',
                'applyPreferences',
              ],
            },
          },
          after: { nextAttempt: 'saving' },
        },
      },
    },
  },
});
