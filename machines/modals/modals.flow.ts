import { defineFlow } from '../kit/catalogue.ts';
import { modalsMachine } from './modals.machine.ts';
import { modalsInvariants } from './modals.rules.ts';

export const modalsFlow = defineFlow({
  name: 'modals',
  title: 'Which dialog is on top',
  group: 'The page',
  paragraph:
    'One modal at a time. Required ones come first: agreements, email verification, signing in again, a ' +
    'notice. A dialog that the user opened waits behind them and returns. The loading overlay is a separate flow and covers any ' +
    'of them; the sign-in dialog is none of them, for nobody is signed in while it is open.',
  requirements: ['R2.34'],
  machine: modalsMachine,
  scenarios: [{ name: 'page opened' }],
  events: {
    'modal.demanded': [
      { name: 'agreements are due', event: { type: 'modal.demanded', modal: 'agreements' } },
      {
        name: 'the email address is unconfirmed',
        event: { type: 'modal.demanded', modal: 'emailVerification' },
      },
      { name: 'signing in again is required', event: { type: 'modal.demanded', modal: 'reSignIn' } },
      { name: 'the notice is due', event: { type: 'modal.demanded', modal: 'copylessNotice' } },
    ],
    'modal.settled': [
      { name: 'agreements are accepted', event: { type: 'modal.settled', modal: 'agreements' } },
      {
        name: 'the email address is confirmed',
        event: { type: 'modal.settled', modal: 'emailVerification' },
      },
      { name: 'the user has signed in again', event: { type: 'modal.settled', modal: 'reSignIn' } },
      { name: 'the notice is dismissed', event: { type: 'modal.settled', modal: 'copylessNotice' } },
    ],
    'modal.opened': [
      { name: 'the user opens the feedback', event: { type: 'modal.opened', modal: 'feedback' } },
      {
        name: 'the user opens the purchase options',
        event: { type: 'modal.opened', modal: 'purchaseOptions' },
      },
    ],
    'modal.closed': [{ name: 'the user closes it', event: { type: 'modal.closed' } }],
    'user.left': [{ name: 'the user has gone', event: { type: 'user.left' } }],
  },
  outcomes: {},
  guards: {
    isDemanded: 'This dialog must be answered.',
    isOpened: 'The user has opened a dialog, which waits behind.',
  },
  invariants: modalsInvariants,
});
