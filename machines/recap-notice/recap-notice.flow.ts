import { defineFlow } from '../kit/catalogue.ts';
import { cutOff, done } from '../kit/outcomes.ts';
import { recapNoticeMachine } from './recap-notice.machine.ts';
import type { NewRecap } from './recap-notice.setup.ts';

const recap: NewRecap = {
  sessionId: '01900000-0000-7000-8000-00000000d004',
  campaignId: '01900000-0000-7000-8000-00000000c001',
  title: 'Session 4',
};

export const recapNoticeFlow = defineFlow({
  name: 'recap-notice',
  title: 'Notice: a session has its recap',
  group: 'Sessions and notes',
  paragraph:
    'The game master’s recap at the start of a session is put on top of the notes of the session before. ' +
    'The app says so once, with a link, to users who are there when the analysis ends and to those who come back later.',
  requirements: [],
  story: ['absent', 'asking', 'answered', 'waiting'],
  synonyms: { recap: ['previously', 'summary of the last session', 'in the game master’s own words'] },
  machine: recapNoticeMachine,
  events: {
    'user.arrived': 'a user arrives',
    'analysis.completed': 'an analysis is finished',
    'user.left': 'the user is signed out',
  },
  outcomes: {
    takeRecaps: [done('a session has its recap', [recap]), done('there is none', []), cutOff],
  },
  guards: { isAskedAgain: 'Another analysis was finished while the server was asked.' },
  invariants: [
    {
      name: 'announces only what the server gave out, and each answer once',
      holds: ({ actions, cause }) => {
        const isAnswer =
          cause === 'takeRecaps: there is none' || cause === 'takeRecaps: a session has its recap';
        return actions.filter((action) => action === 'announceRecaps').length === (isAnswer ? 1 : 0);
      },
    },
    {
      name: 'asks only while a user is signed in',
      holds: ({ isIn, running }) => running.includes('takeRecaps') === isIn('asking'),
    },
    {
      name: 'forgets to ask again once it asks',
      holds: ({ isIn, context }) => isIn('asking') || !context.isAskedAgain,
    },
  ],
  byHand: {
    'a user arrives': 'Sign in.',
    'an analysis is finished': 'Analyze a session and wait until it has finished.',
    'the user is signed out': 'Sign out.',
  },
  sees: {
    announceRecaps: 'Each session that got its recap, if there is any, has a notice with “Read it”.',
  },
});
