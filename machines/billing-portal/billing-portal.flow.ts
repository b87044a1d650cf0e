import { defineFlow } from '../kit/catalogue.ts';
import { cutOffAt } from '../kit/outcomes.ts';
import { billingPortalMachine } from './billing-portal.machine.ts';
import { billingPortalInvariants } from './billing-portal.rules.ts';
import { noPortalUrl } from './billing-portal.setup.ts';

export const billingPortalFlow = defineFlow({
  name: 'billing-portal',
  title: 'Billing portal',
  group: 'Money',
  paragraph:
    'Users manage cards, invoices and subscriptions in the billing portal. The server opens it, ' +
    'the browser goes there, and when the user returns, the page shows what has changed.',
  requirements: ['R4.11', 'R7.12', 'R8.4'],
  story: ['idle', 'loading', 'loaded', 'returned'],
  next: { subscription: 'the plan is changed' },
  synonyms: {
    portal: ['invoice', 'receipt', 'change card', 'cancel subscription', 'Stripe'],
  },
  machine: billingPortalMachine,
  scenarios: [{ name: 'signed in' }],
  events: {
    'portal.requested': [{ name: 'the user asks for the portal', event: { type: 'portal.requested' } }],
    'return.found': [{ name: 'the page loads on return from the portal', event: { type: 'return.found' } }],
    'page.restored': 'sentByActor',
    'user.left': [{ name: 'the user is signed out', event: { type: 'user.left' } }],
  },
  outcomes: {
    openPortal: [
      { name: 'the portal is open', type: 'done', output: 'https://portal.example/1' },
      { name: 'the address is not http(s)', type: 'done', output: 'javascript:void(0)' },
      { name: 'the answer has no address', type: 'error', error: noPortalUrl },
      cutOffAt('the server cannot be reached'),
    ],
    watchReturn: [
      {
        name: 'the browser shows the page again',
        type: 'emits',
        event: { type: 'page.restored' },
      },
      {
        name: 'the browser reports an error',
        type: 'error',
        error: { code: 'unexpected', message: 'Something went wrong.' },
      },
    ],
  },
  alike: {
    openPortal: { 'the answer has no address': ['paymentsUnavailable', 'tooManyRequests'] },
  },
  guards: { isWebAddress: 'The address begins with http or https.' },
  invariants: billingPortalInvariants,
  byHand: {
    'the browser shows the page again': 'Look around in the billing portal, then press Back.',
  },
  sees: { refreshUser: 'The subscription and the balance are as the server has them now.' },
});
