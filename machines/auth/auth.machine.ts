import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { authSetup } from './auth.setup.ts';

export const authMachine = authSetup.createMachine({
  id: 'auth',
  context: { user: null, failure: null, landsOnCampaign: false },
  initial: 'checking',
  invoke: {
    id: 'watchIdentity',
    src: 'watchIdentity',
    onError: { actions: keepFailure },
  },
  on: {
    unauthorized: { target: '.signedOut', actions: 'goHome' },
    'login.completed': { actions: 'noteLogin' },
  },
  states: {
    checking: {
      description: 'Asks the server who the user is.',
      tags: tag.busy,
      on: { 'login.completed': { target: 'checking', reenter: true, actions: 'noteLogin' } },
      invoke: {
        id: 'checkSession',
        src: 'checkSession',
        onDone: [
          {
            guard: { type: 'isAuthenticated', params: ({ event }) => event.output },
            target: 'signedIn',
            actions: { type: 'keepUser', params: ({ event }) => event.output },
          },
          { guard: { type: 'hasToken', params: ({ event }) => event.output }, target: 'loggingIn' },
          { target: 'signedOut', actions: 'leaveCampaign' },
        ],
        onError: { target: 'unreachable', actions: keepFailure },
      },
    },
    loggingIn: {
      description: 'This browser is signed in, but the server has no session for it yet: opens one (R4.2).',
      tags: tag.busy,
      invoke: {
        id: 'login',
        src: 'login',
        onDone: 'rechecking',
        onError: [
          {
            guard: { type: 'passesByItself', params: ({ event }) => event },
            target: 'unreachable',
            actions: keepFailure,
          },
          {
            guard: { type: 'isTaken', params: ({ event }) => event },
            target: 'signedOut',
            actions: [keepFailure, 'leaveCampaign', 'openSignIn'],
          },
          {
            target: 'signedOut',
            actions: [keepFailure, 'leaveCampaign'],
          },
        ],
      },
    },
    rechecking: {
      description: 'Asks the server again, now that the session is open (R4.2).',
      tags: tag.busy,
      invoke: {
        id: 'checkSession',
        src: 'checkSession',
        onDone: [
          {
            guard: { type: 'isAuthenticated', params: ({ event }) => event.output },
            target: 'signedIn',
            actions: { type: 'keepUser', params: ({ event }) => event.output },
          },
          { target: 'signedOut', actions: 'leaveCampaign' },
        ],
        onError: { target: 'unreachable', actions: keepFailure },
      },
    },
    unreachable: {
      description:
        'The server cannot be reached, or asks the browser to wait. The user stays signed in, and the browser tries ' +
        'again every ten seconds.',
      tags: tag.failed,
      exit: 'forgetFailure',
      on: {
        retry: 'checking',
        'login.completed': { target: 'checking', actions: 'noteLogin' },
        'identity.changed': 'checking',
      },
      after: { nextAttempt: 'checking' },
    },
    signedIn: {
      description: 'The user may use everything that needs an account.',
      tags: tag.done,
      initial: 'landing',
      on: {
        'logout.requested': 'signingOut',
        'identity.changed': 'checking',
        'login.completed': { actions: 'goToCampaign' },
      },
      states: {
        landing: {
          description:
            'A user who has just signed in goes to the campaigns (R1.6); others stay where they are.',
          always: [
            { guard: 'cameFromSignIn', target: 'current', actions: ['noteLanding', 'goToCampaign'] },
            { target: 'current' },
          ],
        },
        current: {
          description: 'The page shows the user’s data as last read.',
          on: { 'refresh.requested': 'refreshing' },
        },
        refreshing: {
          description:
            'Reads the user’s data again, such as the balance; the old one stays visible meanwhile, and also if ' +
            'that fails.',
          on: { 'refresh.requested': { target: 'refreshing', reenter: true } },
          invoke: {
            id: 'checkSession',
            src: 'checkSession',
            onDone: [
              {
                guard: { type: 'isAuthenticated', params: ({ event }) => event.output },
                target: 'current',
                actions: { type: 'keepUser', params: ({ event }) => event.output },
              },
              { target: '#auth.checking' },
            ],
            onError: 'current',
          },
        },
      },
    },
    signingOut: {
      description: 'Ends the session on the server, if it can be reached, and in this browser.',
      tags: tag.busy,
      entry: 'forgetFailure',
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: { target: 'signedOut', actions: 'goHome' },
        onError: { target: 'signedIn', actions: keepFailure },
      },
    },
    signedOut: {
      description: 'No user is signed in, and the page has forgotten the user’s data (R4.3).',
      tags: tag.idle,
      entry: ['forgetUser', 'clearUserData'],
      exit: 'forgetFailure',
      on: {
        'login.completed': { target: 'checking', actions: 'noteLogin' },
        'identity.changed': 'checking',
        unauthorized: { actions: 'goHome' },
      },
    },
  },
});
