import { defineFlow } from '../kit/catalogue.ts';
import { breaksAt, cutOff, done, emits } from '../kit/outcomes.ts';
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
    'portal.requested': 'the user asks for the portal',
    'return.found': 'the page loads on return from the portal',
    'page.restored': 'sentByActor',
    'user.left': 'the user is signed out',
  },
  outcomes: {
    openPortal: [
      done('the portal is open', 'https://portal.example/1'),
      done('the address is not http(s)', 'javascript:void(0)'),
      { name: 'the answer has no address', type: 'error', error: noPortalUrl },
      cutOff,
    ],
    watchReturn: [
      emits('the browser shows the page again', { type: 'page.restored' }),
      breaksAt('the browser reports an error'),
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
