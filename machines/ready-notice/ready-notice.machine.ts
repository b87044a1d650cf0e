import { tag } from '../kit/tags.ts';
import { readyNoticeSetup } from './ready-notice.setup.ts';

export const readyNoticeMachine = readyNoticeSetup.createMachine({
  id: 'readyNotice',
  context: {},
  initial: 'absent',
  on: { 'user.left': '.absent' },
  states: {
    absent: {
      description: 'No user is signed in.',
      tags: tag.idle,
      on: {
        'user.arrived': [
          { guard: { type: 'isUnsupported', params: ({ event }) => event }, target: 'present.unsupported' },
          { guard: { type: 'isDenied', params: ({ event }) => event }, target: 'present.blocked' },
          { guard: { type: 'isWantedAndGranted', params: ({ event }) => event }, target: 'present.on' },
          { target: 'present' },
        ],
      },
    },
    present: {
      description:
        'Users on another page of the app get a notice there when an analysis ends, and when the server can ' +
        'transcribe a recording that waited for it.',
      initial: 'off',
      on: {
        'analysis.ended': {
          guard: { type: 'isOffScreen', params: ({ event }) => event },
          actions: { type: 'announceInPage', params: ({ event }) => event },
        },
        'hearing.restored': {
          guard: { type: 'isOffScreen', params: ({ event }) => event },
          actions: { type: 'announceHearing', params: ({ event }) => event },
        },
      },
      states: {
        unsupported: {
          description: 'This browser shows no notifications from pages, as on many phones.',
          tags: tag.done,
        },
        off: {
          description: 'Notifications are off in this browser.',
          tags: tag.done,
          on: { 'notices.toggled': 'asking' },
        },
        asking: {
          description:
            'The browser asks the user whether Hearthscribe may show notifications. If it may, an example ' +
            'appears.',
          tags: tag.busy,
          on: { 'notices.toggled': 'off' },
          invoke: {
            id: 'askPermission',
            src: 'askPermission',
            onDone: [
              {
                guard: { type: 'isGranted', params: ({ event }) => ({ permission: event.output }) },
                target: 'on',
                actions: { type: 'rememberWish', params: { isWanted: true } },
              },
              {
                guard: { type: 'isDenied', params: ({ event }) => ({ permission: event.output }) },
                target: 'blocked',
              },
              { target: 'off' },
            ],
            onError: 'unsupported',
          },
        },
        on: {
          description:
            'If an analysis ends while the window is hidden or behind another, a browser notification says so; ' +
            'clicking it opens the session.',
          tags: tag.done,
          on: {
            'notices.toggled': {
              target: 'off',
              actions: { type: 'rememberWish', params: { isWanted: false } },
            },
            'analysis.ended': {
              guard: { type: 'isHidden', params: ({ event }) => event },
              actions: { type: 'showNotice', params: ({ event }) => event },
            },
          },
        },
        blocked: {
          description:
            'The user has blocked notifications in the browser and can allow them only there; the page notices when it is reloaded.',
          tags: tag.failed,
        },
      },
    },
  },
});
