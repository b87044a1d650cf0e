import { defineFlow } from '../kit/catalogue.ts';
import { whatsNewMachine } from './whats-new.machine.ts';

export const whatsNewFlow = defineFlow({
  name: 'whats-new',
  title: 'What is new',
  group: 'The page',
  paragraph:
    'Once a user comes back to a newer version than this browser has seen, for example after “A new version is ' +
    'available”, the page says so once and links to what has changed. On a first visit it says nothing.',
  requirements: ['R4.5', 'R4.8'],
  story: ['waiting', 'told'],
  synonyms: { news: ['changelog', 'release notes', 'version'] },
  machine: whatsNewMachine,
  events: {
    'user.arrived': [
      {
        name: 'a user arrives for the first time',
        event: { type: 'user.arrived', version: '0.2.0', seen: null },
      },
      {
        name: 'a user arrives who has seen the version before',
        event: { type: 'user.arrived', version: '0.2.0', seen: '0.1.0' },
      },
      {
        name: 'a user arrives who has seen this version',
        event: { type: 'user.arrived', version: '0.2.0', seen: '0.2.0' },
      },
    ],
    'user.left': 'the user is signed out',
  },
  outcomes: {},
  guards: {
    isFirstVisit: 'This browser has seen no version yet.',
    isChanged: 'This browser last saw another version.',
  },
  invariants: [
    {
      name: 'announces a version only once',
      holds: ({ actions }) => !actions.includes('tellVersion') || actions.includes('rememberVersion'),
    },
    {
      name: 'announces a version exactly when it says so',
      holds: ({ actions, isIn }) => !actions.includes('tellVersion') || isIn('told'),
    },
  ],
  byHand: {
    'a user arrives for the first time':
      'Delete the site’s stored data in the developer tools, then sign in.',
    'a user arrives who has seen the version before': 'Sign in, update the app, then reload.',
    'a user arrives who has seen this version': 'Sign out and sign in again.',
    'the user is signed out': 'Sign out.',
  },
  sees: {
    tellVersion: 'A notice says which version is here, and offers “See what’s new”.',
  },
});
