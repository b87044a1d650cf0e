import type { EquivalentMutants, Invariant } from '../kit/catalogue.ts';
import { type NotesModelContext, ofThisComputer } from './notes-model.setup.ts';

export const notesModelInvariants: readonly Invariant<NotesModelContext>[] = [
  {
    name: 'downloads a model only when a user who may do so asks for it',
    holds: ({ started, cause, context }) =>
      !started.includes('startFetch') ||
      (cause === 'fetch.requested' && ofThisComputer(context.engines)?.mayFetch === true),
  },
  {
    name: 'cancels and removes only when the user asks for it',
    holds: ({ started, cause }) =>
      (!started.includes('cancelFetch') || cause === 'cancel.requested') &&
      (!started.includes('removeModel') || cause === 'removal.requested'),
  },
  {
    name: 'forgets who can write only when the user signs out',
    holds: ({ isIn, context }) => !isIn('unread') || context.engines === null,
  },
  {
    name: 'asks nothing after the user has signed out',
    holds: ({ cause, running, context }) =>
      cause !== 'user.left' || (running.length === 0 && context.engines === null),
  },
];

export const notesModelEquivalents: readonly EquivalentMutants[] = [
  {
    mutants: [
      'reorder: notesModel.fetching.asking --done(readEngines)#0[isFetching]--> notesModel.fetching.waiting after the next',
    ],
    reason:
      'The model is in one state, so at most one of the two guards is true: their order does not matter.',
  },
];
