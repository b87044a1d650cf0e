import { defineFlow } from '../kit/catalogue.ts';
import { tourMachine } from './tour.machine.ts';
import { tourInvariants } from './tour.rules.ts';

export const tourFlow = defineFlow({
  name: 'tour',
  title: 'Three hints',
  group: 'Sessions and notes',
  paragraph:
    'Beside the first notes that a user reads, three hints explain what they can do: check a statement, ' +
    'correct a name, share. The hints cover nothing, can be closed at any time, and return only on ' +
    'request.',
  requirements: [],
  story: ['resting', 'evidence', 'names', 'sharing', 'resting'],
  synonyms: {
    hint: ['onboarding', 'introduction', 'first steps', 'tutorial'],
  },
  machine: tourMachine,
  events: {
    'notes.shown': [
      {
        name: 'a user who has never seen the hints opens a session with notes',
        event: { type: 'notes.shown', hasSeenTour: false },
      },
      {
        name: 'a user who has closed the hints before opens a session with notes',
        event: { type: 'notes.shown', hasSeenTour: true },
      },
    ],
    'tour.requested': 'the user asks for the hints',
    'next.requested': 'the user goes to the next hint',
    'back.requested': 'the user goes to the previous hint',
    'tour.closed': 'the user closes the hints',
    'user.left': 'the user is signed out',
  },
  outcomes: {},
  guards: {
    isNew: 'The user has never closed the hints, in any browser.',
  },
  invariants: tourInvariants,
});
