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
  scenarios: [{ name: 'page opened' }],
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
    'tour.requested': [{ name: 'the user asks for the hints', event: { type: 'tour.requested' } }],
    'next.requested': [{ name: 'the user goes to the next hint', event: { type: 'next.requested' } }],
    'back.requested': [{ name: 'the user goes to the previous hint', event: { type: 'back.requested' } }],
    'tour.closed': [{ name: 'the user closes the hints', event: { type: 'tour.closed' } }],
    'user.left': [{ name: 'the user is signed out', event: { type: 'user.left' } }],
  },
  outcomes: {},
  guards: {
    isNew: 'The user has never closed the hints, in any browser.',
  },
  invariants: tourInvariants,
});
