import type { Invariant } from '../kit/catalogue.ts';
import { atWork, type RecapCollectionContext } from './recap-collection.setup.ts';

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
  { name: 'only one request runs at a time', holds: ({ running }) => running.length <= 1 },
];
