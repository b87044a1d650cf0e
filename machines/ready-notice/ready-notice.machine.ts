import { tag } from '../kit/tags.ts';
import { readyNoticeSetup } from './ready-notice.setup.ts';

/** Tells users who are not looking that an analysis has ended: in the page, and by the browser where they want it. */
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
      description: 'Whoever looks at another page of the app is told there.',
      initial: 'off',
      on: {
        'analysis.ended': {
          guard: { type: 'isOffScreen', params: ({ event }) => event },
          actions: { type: 'announceInPage', params: ({ event }) => event },
        },
      },
      states: {
        unsupported: {
          description: 'This browser has no notifications for pages, for example on many phones.',
          tags: tag.done,
        },
        off: {
          description: 'The browser shows no notifications: nobody has asked for them here.',
          tags: tag.done,
          on: { 'notices.toggled': 'asking' },
        },
        asking: {
          description: 'The browser asks the user whether Hearthscribe may show notifications.',
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
            'Whoever looks elsewhere gets a notification of the browser; a press leads to the session.',
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
            'The user has forbidden it in the browser, and can allow it only there; the page is told of it when it is loaded again.',
          tags: tag.failed,
        },
      },
    },
  },
});
