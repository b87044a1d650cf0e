import type { RecapCollection, RecapWish } from '#contract/recap-collection.ts';
import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import {
  nothingKnown,
  type RecapCollectionContext,
  type RecapPlace,
  recapCollectionSetup,
} from './recap-collection.setup.ts';

const answer = ({ event }: { event: { output: RecapCollection } }) => ({ collection: event.output });
const keepCollection = { type: 'keepCollection', params: answer } as const;
const hasFinished = { type: 'hasFinished', params: answer } as const;
const answered = <Target extends string>(target: Target) =>
  [
    { guard: hasFinished, target, actions: [keepCollection, 'refreshNotes'] },
    { target, actions: keepCollection },
  ] as const;
const ofSession = ({ context }: { context: RecapCollectionContext }) => ({
  sessionId: context.place?.sessionId ?? '',
});

const opening = ({ event }: { event: { place: RecapPlace; wish: RecapWish | null } }) => ({
  place: event.place,
  wish: event.wish,
});
const opens = { target: '#recapCollection.open', actions: { type: 'keepPlace', params: opening } } as const;

/** Followed in the dialog, and behind it. */
const waiting = recapCollectionSetup.createStateConfig({
  description:
    'Waits 2 seconds before it asks again; longer each time that the server does not answer, up to 32, and asks at once when the user or the connection is back.',
  after: { pollInterval: 'checking' },
  on: { 'page.returned': 'checking' },
});
const asks = { id: 'listRecaps', src: 'listRecaps', input: ofSession, onDone: answered('looking') } as const;
const goesOnWaiting = { target: 'waiting', actions: 'countUnanswered' } as const;
const asked = {
  onDone: { target: '#recapCollection.open.shown', actions: [keepCollection, 'refreshNotes'] },
  onError: { target: '#recapCollection.open.shown.checking', actions: keepFailure },
} as const;

export const recapCollectionMachine = recapCollectionSetup.createMachine({
  id: 'recapCollection',
  context: nothingKnown,
  initial: 'closed',
  on: { 'user.left': '.closed' },
  states: {
    closed: {
      description: 'The dialog is closed, and the page follows no recap.',
      tags: tag.idle,
      entry: 'forget',
      on: { 'recaps.opened': opens },
    },
    open: {
      description: 'The dialog covers the page.',
      tags: tag.modal,
      initial: 'reading',
      exit: 'leaveModal',
      on: { 'recaps.closed': [{ guard: 'mayBeAtWork', target: 'behind' }, { target: 'closed' }] },
      states: {
        reading: {
          description: 'Asks for the recaps of the session, and whether a language model can write.',
          tags: tag.busy,
          invoke: {
            id: 'listRecaps',
            src: 'listRecaps',
            input: ofSession,
            onDone: answered('shown'),
            onError: { target: 'unread', actions: keepFailure },
          },
        },
        unread: {
          description: 'They could not be read; the dialog says why, and the user can try again.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { retry: 'reading' },
        },
        shown: {
          description: 'The dialog lists the recaps, and the user chooses a style and whose evening it is.',
          tags: tag.waiting,
          exit: 'forgetFailure',
          initial: 'looking',
          on: {
            'recap.asked': {
              target: 'asking',
              actions: { type: 'keepWish', params: ({ event }) => ({ wish: event.wish }) },
            },
            'recap.ended': {
              guard: { type: 'isUnfinished', params: ({ event }) => ({ id: event.id }) },
              target: 'ending',
              actions: { type: 'keepEnding', params: ({ event }) => ({ id: event.id }) },
            },
          },
          states: {
            looking: {
              description: 'Follows the language model if it is at work.',
              always: [{ guard: 'isAtWork', target: 'waiting' }, { target: 'still' }],
            },
            still: { description: 'No recap is being written.' },
            waiting,
            checking: {
              description: 'Asks which recaps are finished.',
              invoke: { ...asks, onError: goesOnWaiting },
            },
          },
        },
        asking: {
          description:
            'The server puts the recap into its queue. If it refuses, or its answer is lost, the recaps are read again.',
          tags: tag.busy,
          on: { 'recaps.closed': '#recapCollection.behind.asking' },
          initial: 'sending',
          states: {
            sending: {
              description: 'The wish is on its way.',
              invoke: {
                id: 'askRecap',
                src: 'askRecap',
                input: ({ context }) => ({ ...ofSession({ context }), wish: context.wish }),
                ...asked,
              },
            },
            following: {
              description: 'The dialog was closed and is open again before the server has answered.',
              invoke: { id: 'followAsking', src: 'followAsking', ...asked },
            },
          },
        },
        ending: {
          description:
            'The server stops the language model, or puts a failure away. If that fails, the recaps are read again.',
          tags: tag.busy,
          exit: 'forgetEnding',
          invoke: {
            id: 'endRecap',
            src: 'endRecap',
            input: ({ context }) => ({ ...ofSession({ context }), recapId: context.ending ?? '' }),
            onDone: answered('shown'),
            onError: { target: 'shown.checking', actions: keepFailure },
          },
        },
      },
    },
    behind: {
      description:
        'The dialog is closed while the language model writes, or may write; its recaps join the notes, which are read again then. Opened again, the dialog reads the recaps of the session that it is opened for. A session that is gone is not asked about again.',
      tags: tag.waiting,
      initial: 'waiting',
      on: { 'recaps.opened': opens },
      states: {
        asking: {
          description:
            'The dialog was closed before the server had taken the recap. Opened again for this session, it goes on waiting; for another, the page tells how this ends. A failure is told on the page.',
          on: {
            'recaps.opened': [
              {
                guard: { type: 'isSameSession', params: opening },
                target: '#recapCollection.open.asking.following',
              },
              { ...opens, actions: ['announceEnd', opens.actions] },
            ],
          },
          invoke: {
            id: 'followAsking',
            src: 'followAsking',
            onDone: { target: 'looking', actions: [keepCollection, 'refreshNotes'] },
            onError: {
              target: 'checking',
              actions: { type: 'announceFailure', params: ({ event: { error } }) => ({ error }) },
            },
          },
        },
        waiting,
        checking: {
          description: 'Asks which recaps are finished.',
          invoke: {
            ...asks,
            onError: [
              { guard: { type: 'passesByItself', params: ({ event }) => event }, ...goesOnWaiting },
              { target: '#recapCollection.closed', actions: 'refreshNotes' },
            ],
          },
        },
        looking: {
          description: 'Goes on until no recap is being written.',
          always: [{ guard: 'isAtWork', target: 'waiting' }, { target: '#recapCollection.closed' }],
        },
      },
    },
  },
});
