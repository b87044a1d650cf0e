import { followedToItsEnd, type Invariant, remembering } from '../kit/catalogue.ts';
import { atWork, doneIn, type RecapCollectionContext } from './recap-collection.setup.ts';

export const recapCollectionInvariants: readonly Invariant<RecapCollectionContext>[] = [
  {
    name: 'asks a language model, and cancels, only when the user does',
    holds: ({ started, cause }) =>
      (!started.includes('askRecap') || cause === 'recap.asked') &&
      (!started.includes('endRecap') || cause === 'recap.ended'),
  },
  {
    name: 'keeps nothing once no dialog is open and no recap is being written',
    holds: ({ isIn, context, running }) =>
      !isIn('closed') || (context.place === null && context.collection === null && running.length === 0),
  },
  {
    name: 'follows the language model as long as it is at work',
    holds: ({ isIn, context }) => !isIn('open.shown.still') || atWork(context.collection).length === 0,
  },
  remembering<RecapCollectionContext, { done: readonly string[]; isRead: boolean }>({
    name: 'reads the notes again whenever a recap is written that was not, as far as the page knew',
    requirement: 'D18',
    start: { done: [], isRead: true },
    after: ({ done }, { context, actions }) => ({
      done: doneIn(context.collection),
      isRead: doneIn(context.collection).every((id) => done.includes(id)) || actions.includes('refreshNotes'),
    }),
    holds: (_, { isRead }) => isRead,
  }),
  followedToItsEnd<RecapCollectionContext>({
    name: 'follows what it has asked for, also when the dialog is closed before the server answers, and opened again',
    states: ['open.asking', 'behind.asking'],
    actors: ['askRecap', 'followAsking'],
    placeIn: ({ place }) => place?.sessionId,
  }),
  { name: 'only one request runs at a time', holds: ({ running }) => running.length <= 1 },
];
