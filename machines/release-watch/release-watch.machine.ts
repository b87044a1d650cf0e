import { tag } from '../kit/tags.ts';
import { releaseWatchSetup } from './release-watch.setup.ts';

export const releaseWatchMachine = releaseWatchSetup.createMachine({
  id: 'releaseWatch',
  context: ({ input }) => ({ build: input.build, sighting: null }),
  type: 'parallel',
  states: {
    polling: {
      description: 'Asks the server for news once a minute.',
      initial: 'checking',
      states: {
        checking: {
          description: 'Asks the server for announcements and for its version; the known ones stay visible.',
          invoke: {
            id: 'checkRelease',
            src: 'checkRelease',
            onDone: [
              {
                guard: { type: 'isOutdated', params: ({ event }) => ({ sighting: event.output }) },
                target: 'stopped',
                actions: { type: 'tellSighting', params: ({ event }) => ({ sighting: event.output }) },
              },
              {
                target: 'resting',
                actions: { type: 'tellSighting', params: ({ event }) => ({ sighting: event.output }) },
              },
            ],
            onError: 'resting',
          },
        },
        resting: {
          description: 'Waits a minute before it asks again.',
          after: { recheckInterval: 'checking' },
        },
        stopped: {
          description:
            'The server runs another version, and no issues are flagged: only a reload helps (R4.8).',
          type: 'final',
        },
      },
    },
    notice: {
      description: 'The announcement that the page shows.',
      initial: 'none',
      on: {
        'release.seen': [
          {
            guard: { type: 'hasIssues', params: ({ event }) => event },
            target: '.issues',
            actions: { type: 'keepSighting', params: ({ event }) => event },
          },
          {
            guard: { type: 'isOutdated', params: ({ event }) => event },
            target: '.update',
            actions: { type: 'keepSighting', params: ({ event }) => event },
          },
          {
            guard: { type: 'isUnderMaintenance', params: ({ event }) => event },
            target: '.active',
            actions: { type: 'keepSighting', params: ({ event }) => event },
          },
          {
            guard: { type: 'isMaintenanceNear', params: ({ event }) => event },
            target: '.upcoming',
            actions: { type: 'keepSighting', params: ({ event }) => event },
          },
          { target: '.none', actions: { type: 'keepSighting', params: ({ event }) => event } },
        ],
      },
      states: {
        none: {
          description: 'There is nothing to announce.',
          tags: tag.idle,
        },
        upcoming: {
          description: 'Maintenance begins within 72 hours (R4.7).',
          tags: tag.waiting,
        },
        active: {
          description: 'Maintenance is in progress (R4.6).',
          tags: tag.busy,
        },
        issues: {
          description: 'Issues are flagged; they take priority over everything else (R4.5).',
          tags: tag.failed,
        },
        update: {
          description:
            'The server runs another version than this page (R4.8). This comes before maintenance.',
          tags: tag.done,
          on: { 'reload.requested': { actions: 'reloadPage' } },
        },
      },
    },
  },
});
