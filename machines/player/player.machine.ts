import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { nothingHeard, playerSetup } from './player.setup.ts';

const keepPlace = {
  type: 'keepPlace',
  params: ({
    event: { place, at },
  }: {
    event: { place: { sessionId: string; campaignId: string; title: string }; at: number };
  }) => ({
    place,
    at,
  }),
} as const;

export const playerMachine = playerSetup.createMachine({
  id: 'player',
  context: nothingHeard,
  initial: 'closed',
  on: { 'user.left': '.closed' },
  states: {
    closed: {
      description: 'The player is not shown.',
      tags: tag.idle,
      entry: 'forgetAll',
      on: { 'player.opened': { target: 'open', actions: keepPlace } },
    },
    open: {
      description: 'The player stays at the bottom of the page while the user moves between pages.',
      initial: 'asking',
      on: {
        'player.opened': { target: '.asking', actions: keepPlace },
        'player.closed': 'closed',
      },
      states: {
        asking: {
          description:
            'Asks the server for the copy of the recording that browsers can play; the first request starts ' +
            'making it.',
          tags: tag.busy,
          invoke: {
            id: 'readPlayback',
            src: 'readPlayback',
            input: ({ context: { place } }) => ({ sessionId: place?.sessionId ?? '' }),
            onDone: [
              {
                guard: { type: 'isReady', params: ({ event }) => ({ playback: event.output }) },
                target: 'loaded',
                actions: { type: 'keepPlayback', params: ({ event }) => ({ playback: event.output }) },
              },
              {
                guard: { type: 'hasOriginal', params: ({ event }) => ({ playback: event.output }) },
                target: '#player.open.loaded.copy.awaited',
                actions: { type: 'keepPlayback', params: ({ event }) => ({ playback: event.output }) },
              },
              {
                guard: { type: 'isPreparing', params: ({ event }) => ({ playback: event.output }) },
                target: 'preparing',
              },
              {
                guard: { type: 'isDeleted', params: ({ event }) => ({ playback: event.output }) },
                target: 'deleted',
              },
              {
                guard: { type: 'hasFailed', params: ({ event }) => ({ playback: event.output }) },
                target: 'unmade',
              },
              { target: 'none' },
            ],
            onError: { target: 'unreachable', actions: keepFailure },
          },
        },
        preparing: {
          description:
            'The server makes the copy. The page asks again after a second, then less and less often, up to ' +
            'every eight seconds.',
          tags: tag.waiting,
          after: { nextQuestion: { target: 'asking', actions: 'countQuestion' } },
        },
        none: { description: 'The session has no recording to play.', tags: tag.idle },
        deleted: { description: 'The recording was deleted. The player says so.', tags: tag.idle },
        unmade: {
          description: 'The server could not make the copy. The user can request it again.',
          tags: tag.failed,
          on: { retry: 'remaking' },
        },
        remaking: {
          description: 'Asks the server to make the copy again.',
          tags: tag.busy,
          invoke: {
            id: 'remakePlayback',
            src: 'remakePlayback',
            input: ({ context: { place } }) => ({ sessionId: place?.sessionId ?? '' }),
            onDone: { target: 'preparing', actions: 'forgetQuestions' },
            onError: { target: 'unreachable', actions: keepFailure },
          },
        },
        unreachable: {
          description: 'The request failed. The player says why, and the user can try again.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { retry: 'asking' },
        },
        unplayable: {
          description:
            'The browser could not play the copy, not even from a new address. The user can try again.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { retry: 'asking' },
        },
        loaded: {
          description: 'The browser has an address of the sound, and plays it.',
          type: 'parallel',
          exit: ['forgetPlayback', 'forgetQuestions'],
          invoke: {
            id: 'playSound',
            src: 'playSound',
            input: ({ context: { place, heard, startAt, speed, skipsSilence } }) => ({
              place,
              heard,
              startAt,
              speed,
              skipsSilence,
            }),
            onError: {
              target: 'unplayable',
              actions: {
                type: 'noteNotPlayable',
                params: ({ context }) => ({ at: context.startAt }),
              },
            },
          },
          on: {
            'speed.changed': {
              actions: [
                'takeNextSpeed',
                { type: 'setSpeed', params: ({ context }) => ({ speed: context.speed }) },
              ],
            },
            'silence.toggled': {
              actions: [
                'toggleSilence',
                {
                  type: 'setSkipping',
                  params: ({ context }) => ({ skipsSilence: context.skipsSilence }),
                },
              ],
            },
            'position.chosen': { actions: { type: 'seek', params: ({ event }) => ({ at: event.at }) } },
            'sound.failed': [
              {
                guard: 'isOriginalRenewed',
                target: 'asking',
                actions: { type: 'avoidOriginal', params: ({ event }) => ({ at: event.at }) },
              },
              {
                guard: 'isRenewed',
                target: 'unplayable',
                actions: { type: 'noteNotPlayable', params: ({ event }) => ({ at: event.at }) },
              },
              { target: 'asking', actions: { type: 'renew', params: ({ event }) => ({ at: event.at }) } },
            ],
          },
          states: {
            sound: {
              description: 'What the user hears.',
              initial: 'waiting',
              on: {
                'player.opened': {
                  guard: { type: 'isThisSession', params: ({ event }) => event },
                  target: '.waiting',
                  actions: [{ type: 'seek', params: ({ event }) => ({ at: event.at }) }, 'play'],
                },
              },
              states: {
                waiting: {
                  description: 'The browser is loading the sound.',
                  tags: tag.busy,
                  on: {
                    'sound.playing': { target: 'playing', actions: 'noteHeard' },
                    'sound.paused': 'paused',
                    'sound.ended': 'ended',
                    'pause.requested': { target: 'paused', actions: 'pause' },
                  },
                },
                playing: {
                  description: 'The recording plays.',
                  on: {
                    'sound.waiting': 'waiting',
                    'sound.paused': 'paused',
                    'sound.ended': 'ended',
                    'pause.requested': { target: 'paused', actions: 'pause' },
                  },
                },
                paused: {
                  description: 'The recording is paused.',
                  tags: tag.idle,
                  on: {
                    'play.requested': { target: 'waiting', actions: 'play' },
                    'sound.playing': { target: 'playing', actions: 'noteHeard' },
                    'sound.failed': {
                      target: 'lost',
                      actions: { type: 'renew', params: ({ event }) => ({ at: event.at }) },
                    },
                  },
                },
                lost: {
                  description:
                    'The sound failed while paused. It is not loaded again until the user presses Play.',
                  tags: tag.idle,
                  on: {
                    'play.requested': '#player.open.asking',
                    'position.chosen': {
                      actions: [
                        { type: 'seek', params: ({ event }) => ({ at: event.at }) },
                        { type: 'renew', params: ({ event }) => ({ at: event.at }) },
                      ],
                    },
                    'player.opened': { target: '#player.open.asking', actions: keepPlace },
                  },
                },
                ended: {
                  description: 'The recording has played to its end.',
                  tags: tag.done,
                  on: {
                    'play.requested': {
                      target: 'waiting',
                      actions: [{ type: 'seek', params: { at: 0 } }, 'play'],
                    },
                    'position.chosen': {
                      target: 'paused',
                      actions: { type: 'seek', params: ({ event }) => ({ at: event.at }) },
                    },
                  },
                },
              },
            },
            copy: {
              description: 'Whether the user hears the copy, or the recording itself until it is made.',
              initial: 'heard',
              states: {
                heard: { description: 'The copy is what plays.' },
                awaited: {
                  description:
                    'The recording itself plays while the server makes its copy. The page asks again after a second, then less and less often, up to every eight seconds.',
                  after: { nextQuestion: { target: 'asked', actions: 'countQuestion' } },
                },
                asked: {
                  description: 'Asks whether the copy is made, while the recording itself plays.',
                  invoke: {
                    id: 'readPlayback',
                    src: 'readPlayback',
                    input: ({ context: { place } }) => ({ sessionId: place?.sessionId ?? '' }),
                    onDone: [
                      {
                        guard: { type: 'isReady', params: ({ event }) => ({ playback: event.output }) },
                        target: 'heard',
                        actions: [
                          { type: 'keepPlayback', params: ({ event }) => ({ playback: event.output }) },
                          { type: 'changeOver', params: ({ context }) => ({ heard: context.heard }) },
                        ],
                      },
                      {
                        guard: { type: 'isPreparing', params: ({ event }) => ({ playback: event.output }) },
                        target: 'awaited',
                      },
                      { target: 'missing' },
                    ],
                    onError: 'awaited',
                  },
                },
                missing: {
                  description:
                    'There will be no copy: it could not be made, or the recording was deleted. The recording itself ' +
                    'keeps playing.',
                },
              },
            },
          },
        },
      },
    },
  },
});
