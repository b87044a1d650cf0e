import { defineFlow } from '../kit/catalogue.ts';
import { modalsMachine } from './modals.machine.ts';
import { modalsInvariants } from './modals.rules.ts';

const mostUrgent = 'agreements';
const leastUrgent = 'reSignIn';

export const modalsFlow = defineFlow({
  name: 'modals',
  title: 'Which dialog is on top',
  group: 'The page',
  paragraph:
    'One dialog at a time. Required ones come first: agreements, email verification, signing in again, ' +
    'a notice. A dialog that the user opened waits behind them and returns. The loading overlay is a ' +
    'separate flow and covers any of them. The sign-in dialog is not one of them, because only visitors ' +
    'see it.',
  requirements: ['R2.34'],
  story: [
    'deciding',
    'closed',
    'deciding: modal.opened',
    'opened',
    'demanded',
    'deciding: modal.settled',
    'opened',
    'deciding: modal.closed',
    'closed',
  ],
  synonyms: {
    dialog: ['modal', 'pop-up', 'window'],
  },
  machine: modalsMachine,
  scenarios: [{ name: 'page opened', input: { precedence: [mostUrgent, leastUrgent] } }],
  events: {
    'modal.demanded': [
      { name: 'agreements are due', event: { type: 'modal.demanded', modal: mostUrgent } },
      { name: 'a fresh sign-in is due', event: { type: 'modal.demanded', modal: leastUrgent } },
    ],
    'modal.settled': [
      { name: 'the agreements are accepted', event: { type: 'modal.settled', modal: mostUrgent } },
      { name: 'the user has signed in again', event: { type: 'modal.settled', modal: leastUrgent } },
    ],
    'modal.opened': [
      { name: 'the user opens the feedback', event: { type: 'modal.opened', modal: 'feedback' } },
      {
        name: 'the user opens the purchase options',
        event: { type: 'modal.opened', modal: 'purchaseOptions' },
      },
    ],
    'modal.closed': 'the user closes it',
    'user.left': 'the user is signed out',
  },
  outcomes: {},
  guards: {
    isDemanded: 'The app needs an answer to a dialog.',
    isOpened: 'The user has opened a dialog, which waits beneath.',
  },
  invariants: modalsInvariants,
});
