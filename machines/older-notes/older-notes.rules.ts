import type { EquivalentMutants, Invariant } from '../kit/catalogue.ts';
import type { OlderNotesContext } from './older-notes.setup.ts';

export const olderNotesInvariants: readonly Invariant<OlderNotesContext>[] = [
  {
    name: 'starts, cancels and puts away only when the user asks for it',
    holds: ({ started, cause }) =>
      (!started.includes('startOlderNotes') || cause === 'start.confirmed') &&
      (!started.includes('cancelOlderNotes') || cause === 'cancel.requested') &&
      (!started.includes('closeOlderNotes') || cause === 'end.closed'),
  },
  {
    name: 'starts only after the user has seen the sessions and their sum',
    holds: ({ started, context }) => !started.includes('startOlderNotes') || context.plan !== null,
  },
  {
    name: 'keeps nothing after the user has signed out',
    holds: ({ cause, running, context }) =>
      cause !== 'user.left' || (running.length === 0 && context.campaignId === null && context.plan === null),
  },
  {
    name: 'tells a failure only where it happened, and none of what is over',
    holds: ({ isIn, context, cause }) =>
      context.failure === null ||
      isIn('running') ||
      (['offered', 'planning', 'choosing', 'ended'].some(isIn) && !cause?.startsWith('readOlderNotes')),
  },
  {
    name: 'only one request runs at a time',
    holds: ({ running }) => running.length <= 1,
  },
];

export const olderNotesEquivalents: readonly EquivalentMutants[] = [
  {
    mutants: [
      'reorder: olderNotes.reading --done(readOlderNotes)#0[isRunning]--> olderNotes.running after the next',
      'reorder: olderNotes.reading --done(readOlderNotes)#1[hasEnded]--> olderNotes.ended after the next',
      'reorder: olderNotes.running.asking --done(readOlderNotes)#1[isRunning]--> olderNotes.running.waiting after the next',
    ],
    reason: 'A run is running, has ended or is not there, so at most one of the two guards is true.',
  },
];
