import type { NotesEngines } from '#contract/notes-engines.ts';
import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { notesModelSetup } from './notes-model.setup.ts';

const shown = ({ event }: { event: { output: NotesEngines } }) => ({ engines: event.output });
const keepEngines = { type: 'keepEngines', params: shown } as const;
const isFetching = { type: 'isFetching', params: shown } as const;

export const notesModelMachine = notesModelSetup.createMachine({
  id: 'notesModel',
  context: { engines: null, unanswered: 0, failure: null },
  initial: 'unread',
  on: { 'user.left': { target: '.unread', actions: 'forget' } },
  states: {
    unread: {
      description:
        'It is not known who can write notes here: no view has asked yet, or no answer has come so far. Then the page says ' +
        'why, and the user can look again.',
      tags: tag.idle,
      on: { look: 'reading' },
    },
    reading: {
      description:
        'Asks the server who can write notes here, and in which state a model on this computer is.',
      tags: tag.busy,
      invoke: {
        id: 'readEngines',
        src: 'readEngines',
        onDone: [
          {
            guard: isFetching,
            target: 'fetching',
            actions: keepEngines,
          },
          {
            target: 'known',
            actions: keepEngines,
          },
        ],
        onError: [
          { guard: 'isKnown', target: 'known', actions: keepFailure },
          { target: 'unread', actions: keepFailure },
        ],
      },
    },
    known: {
      description:
        'The page shows who can write, and offers to download the model, or to remove one that was downloaded. If the last ' +
        'request failed, it says why, and the user can look again.',
      tags: tag.waiting,
      on: {
        look: 'reading',
        'fetch.requested': { guard: 'canFetch', target: 'starting' },
        'removal.requested': { guard: 'canRemove', target: 'removing' },
      },
    },
    starting: {
      description:
        'The server checks space and memory, and starts the download or continues it. A file of the operator’s own that failed ' +
        'is used again.',
      tags: tag.busy,
      invoke: {
        id: 'startFetch',
        src: 'startFetch',
        onDone: [
          {
            guard: isFetching,
            target: 'fetching',
            actions: keepEngines,
          },
          {
            target: 'known',
            actions: keepEngines,
          },
        ],
        onError: { target: 'known', actions: keepFailure },
      },
    },
    fetching: {
      description:
        'The server downloads the model, also when this page is closed. The page asks how far it is.',
      tags: tag.waiting,
      initial: 'waiting',
      on: { 'cancel.requested': 'cancelling' },
      states: {
        waiting: {
          description:
            'Waits 2 seconds before it asks again; longer each time that the server does not answer, up to 32, and asks at once when the user or the connection is back.',
          after: { pollInterval: 'asking' },
          on: { 'page.returned': 'asking' },
        },
        asking: {
          description: 'Asks how much has arrived.',
          invoke: {
            id: 'readEngines',
            src: 'readEngines',
            onDone: [
              {
                guard: isFetching,
                target: 'waiting',
                actions: keepEngines,
              },
              {
                guard: { type: 'isReady', params: ({ event }) => ({ engines: event.output }) },
                target: '#notesModel.known',
                actions: [keepEngines, 'announceReady'],
              },
              {
                target: '#notesModel.known',
                actions: keepEngines,
              },
            ],
            onError: { target: 'waiting', actions: 'countUnanswered' },
          },
        },
      },
    },
    cancelling: {
      description: 'The server stops the download, and keeps what has arrived.',
      tags: tag.busy,
      invoke: {
        id: 'cancelFetch',
        src: 'cancelFetch',
        onDone: {
          target: 'known',
          actions: keepEngines,
        },
        onError: { target: 'fetching', actions: keepFailure },
      },
    },
    removing: {
      description: 'The server deletes the model that it downloaded. Notes that it wrote stay.',
      tags: tag.busy,
      invoke: {
        id: 'removeModel',
        src: 'removeModel',
        onDone: {
          target: 'known',
          actions: keepEngines,
        },
        onError: { target: 'known', actions: keepFailure },
      },
    },
  },
});
