import { defineFlow } from '../kit/catalogue.ts';
import { tourMachine } from './tour.machine.ts';
import { tourInvariants } from './tour.rules.ts';

export const tourFlow = defineFlow({
  name: 'tour',
  title: 'Three hints',
  group: 'Sessions and notes',
  paragraph:
    'Beside the first notes that a user reads, three hints say what can be done with them: check a statement, correct a ' +
    'name, share. They cover nothing, can be closed at any time and come back only when the user asks for them.',
  requirements: [],
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
        name: 'a user who knows the hints opens a session with notes',
        event: { type: 'notes.shown', hasSeenTour: true },
      },
    ],
    'tour.requested': [{ name: 'the user asks for the hints', event: { type: 'tour.requested' } }],
    'next.requested': [{ name: 'the user goes on', event: { type: 'next.requested' } }],
    'back.requested': [{ name: 'the user goes back', event: { type: 'back.requested' } }],
    'tour.closed': [{ name: 'the user closes the hints', event: { type: 'tour.closed' } }],
    'user.left': [{ name: 'the user is signed out', event: { type: 'user.left' } }],
  },
  outcomes: {},
  guards: {
    isNew: 'The user has never closed the hints, in whatever browser.',
  },
  invariants: tourInvariants,
});
