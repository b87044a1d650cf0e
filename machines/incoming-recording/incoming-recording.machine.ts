import { tag } from '../kit/tags.ts';
import { incomingRecordingSetup, nothingIncoming } from './incoming-recording.setup.ts';

const backToOffer = {
  target: 'offered',
  actions: {
    type: 'keepFailure',
    params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
  },
} as const;

const keyOf = ({ context: { incoming } }: { context: { incoming: { key: string } | null } }) => ({
  key: incoming?.key ?? '',
});

export const incomingRecordingMachine = incomingRecordingSetup.createMachine({
  id: 'incomingRecording',
  context: nothingIncoming,
  initial: 'closed',
  on: { 'user.left': { target: '.closed', actions: 'forgetAll' } },
  states: {
    closed: {
      description:
        'Nothing from another app is waiting, or no one is signed in. Anything that was sent stays in this browser.',
      tags: tag.idle,
      on: {
        'user.arrived': {
          target: 'looking',
          actions: { type: 'keepProblem', params: ({ event }) => ({ problem: event.problem }) },
        },
      },
    },
    looking: {
      description: 'Looks in this browser for recordings that another app has sent.',
      tags: tag.busy,
      invoke: {
        id: 'findIncoming',
        src: 'findIncoming',
        onDone: [
          {
            guard: { type: 'isAudio', params: ({ event }) => ({ incoming: event.output }) },
            target: 'offered',
            actions: [
              { type: 'keepIncoming', params: ({ event }) => ({ incoming: event.output }) },
              'forgetAddress',
            ],
          },
          {
            guard: { type: 'isThere', params: ({ event }) => ({ incoming: event.output }) },
            target: 'unreadable',
            actions: [
              { type: 'keepIncoming', params: ({ event }) => ({ incoming: event.output }) },
              'forgetAddress',
            ],
          },
          { guard: 'hasProblem', target: 'notReceived' },
          { target: 'closed' },
        ],
        onError: [{ guard: 'hasProblem', target: 'notReceived' }, { target: 'closed' }],
      },
    },
    notReceived: {
      description: 'Another app sent a recording that this browser could not keep. The page says what to do.',
      tags: tag.failed,
      on: { dismiss: { target: 'closed', actions: ['forgetAddress', 'forgetAll'] } },
    },
    unreadable: {
      description:
        'Something that another app sent is no recording. The page names what was sent; the user removes ' +
        'it.',
      tags: tag.failed,
      on: { discard: 'removing' },
    },
    offered: {
      description:
        'A recording is waiting. The user chooses a campaign and a session, new or still empty, or discards ' +
        'it. If something failed, the page says what.',
      tags: tag.waiting,
      on: {
        'place.chosen': {
          target: 'placing',
          actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
        },
        discard: 'discarded',
      },
    },
    placing: {
      description: 'Finds out whether the campaign or the session has to be created first.',
      always: [
        { guard: 'isNewCampaign', target: 'creatingCampaign' },
        { guard: 'isNewSession', target: 'creatingSession' },
        { target: 'taking' },
      ],
    },
    creatingCampaign: {
      description:
        'Creates the campaign. If something then fails, the page chooses it for another try, while it exists.',
      tags: tag.busy,
      invoke: {
        id: 'createCampaign',
        src: 'createCampaign',
        input: ({ context: { place } }) => ({ title: place?.campaignTitle ?? '' }),
        onDone: {
          target: 'creatingSession',
          actions: { type: 'keepCreated', params: ({ event }) => event.output },
        },
        onError: backToOffer,
      },
    },
    creatingSession: {
      description:
        'Creates the session. If something then fails, the page chooses it for another try, while it is empty.',
      tags: tag.busy,
      invoke: {
        id: 'createSession',
        src: 'createSession',
        input: ({ context: { place } }) => ({ campaignId: place?.campaignId ?? '' }),
        onDone: {
          target: 'taking',
          actions: { type: 'keepCreated', params: ({ event }) => event.output },
        },
        onError: backToOffer,
      },
    },
    taking: {
      description: 'Reads the recording from this browser. Several that were sent together become one file.',
      tags: tag.busy,
      invoke: {
        id: 'takeFile',
        src: 'takeFile',
        input: ({ context: { incoming, place } }) => ({ key: incoming?.key ?? '', place }),
        onDone: {
          target: 'handedOver',
          actions: [
            { type: 'keepFile', params: ({ event }) => ({ file: event.output }) },
            { type: 'showSession', params: ({ context }) => ({ place: context.place }) },
          ],
        },
        onError: backToOffer,
      },
    },
    handedOver: {
      description:
        'The session’s upload has the file. This browser keeps the recording until the server has accepted ' +
        'it.',
      tags: tag.waiting,
      invoke: {
        id: 'upload',
        src: 'upload',
        input: ({ context: { place, file } }) => ({ place, file }),
        onError: backToOffer,
      },
      on: { 'upload.stored': 'removing', 'upload.dropped': 'offered' },
    },
    discarded: {
      description:
        'The recording was discarded. For a minute the user can restore it; after a reload it is offered ' +
        'again.',
      tags: tag.idle,
      on: { undo: 'offered', discard: 'removing' },
      after: { undoWindow: 'removing' },
    },
    removing: {
      description: 'Deletes the recording from this browser, then looks for another one.',
      tags: tag.busy,
      invoke: {
        id: 'removeIncoming',
        src: 'removeIncoming',
        input: keyOf,
        onDone: { target: 'looking', actions: 'forgetAll' },
        onError: { target: 'closed', actions: 'forgetAll' },
      },
    },
  },
});
