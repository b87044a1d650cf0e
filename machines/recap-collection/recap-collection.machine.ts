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
    'Waits 2 seconds before it asks again; longer each time that the server does not answer, up to 32, and not at all when the user or the connection is back.',
  after: { pollInterval: 'checking' },
  on: { 'page.returned': 'checking' },
});
const checking = recapCollectionSetup.createStateConfig({
  description: 'Asks which recaps are finished.',
  invoke: {
    id: 'listRecaps',
    src: 'listRecaps',
    input: ofSession,
    onDone: answered('looking'),
    onError: { target: 'waiting', actions: 'countUnanswered' },
  },
});

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
            checking,
          },
        },
        asking: {
          description:
            'The server puts the recap into its queue. If it refuses, or its answer is lost, the recaps are read again.',
          tags: tag.busy,
          on: { 'recaps.closed': '#recapCollection.behind.asking' },
          invoke: {
            id: 'askRecap',
            src: 'askRecap',
            input: ({ context }) => ({ ...ofSession({ context }), wish: context.wish }),
            onDone: { target: 'shown', actions: [keepCollection, 'refreshNotes'] },
            onError: { target: 'shown.checking', actions: keepFailure },
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
        'The dialog is closed while the language model writes, or may write; its recaps join the notes, which are read again then. Opened again, the dialog reads the recaps of the session that it is opened for.',
      tags: tag.waiting,
      initial: 'waiting',
      on: { 'recaps.opened': opens },
      states: {
        asking: {
          description:
            'The dialog was closed before the server had taken the recap. A failure is told on the page.',
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
        checking,
        looking: {
          description: 'Goes on until no recap is being written.',
          always: [{ guard: 'isAtWork', target: 'waiting' }, { target: '#recapCollection.closed' }],
        },
      },
    },
  },
});
