import { defineFlow } from '../kit/catalogue.ts';
import { checkoutMachine } from './checkout.machine.ts';
import { checkoutEquivalents, checkoutInvariants } from './checkout.rules.ts';

const offline = { code: 'network', message: 'The server cannot be reached.' };
const checkoutId = 'checkout-1';
const notYet = { credits: 0, tier: null } as const;

export const checkoutFlow = defineFlow({
  name: 'checkout',
  title: 'Buying credits or a subscription',
  group: 'Money',
  paragraph:
    'The user chooses what to buy and confirms it; the browser goes to the checkout and comes back. Then the server is ' +
    'asked until the payment is there, and the page says what it has brought. What a visitor chose on a public page is ' +
    'chosen here already. Whoever has a subscription is led to the billing portal to change it. Nothing is charged by a click alone, and none buys twice.',
  requirements: ['R2.34', 'R5.12', 'R5.13', 'R7.10', 'R7.11', 'R8.2', 'R8.3'],
  machine: checkoutMachine,
  scenarios: [{ name: 'signed in' }],
  events: {
    'part.chosen': [
      { name: 'the user looks at Pay as you go', event: { type: 'part.chosen', part: 'payAsYouGo' } },
    ],
    'credits.needed': [
      { name: 'an analysis lacks 600 credits', event: { type: 'credits.needed', missing: 600 } },
    ],
    'purchase.chosen': [
      {
        name: 'the user comes from "Buy 2,500" on a public page',
        event: { type: 'purchase.chosen', purchase: { kind: 'credits', quantity: 25 } },
      },
      {
        name: 'the user comes from "Start with Pro" on a public page',
        event: { type: 'purchase.chosen', purchase: { kind: 'subscription', tier: 'PRO' } },
      },
    ],
    'choice.withdrawn': [
      { name: 'the user goes back from what they chose', event: { type: 'choice.withdrawn' } },
    ],
    'purchase.confirmed': [
      {
        name: 'the user goes to pay for 2,500 credits',
        event: { type: 'purchase.confirmed', purchase: { kind: 'credits', quantity: 25 } },
      },
      {
        name: 'the user goes to pay for the Pro subscription',
        event: { type: 'purchase.confirmed', purchase: { kind: 'subscription', tier: 'PRO' } },
      },
    ],
    retry: [{ name: 'the user tries again', event: { type: 'retry' } }],
    'options.closed': [{ name: 'the user closes the options', event: { type: 'options.closed' } }],
    'return.found': [
      {
        name: 'the page is loaded after the checkout was completed',
        event: { type: 'return.found', way: 'completed', checkoutId },
      },
      {
        name: 'the page is loaded after the checkout was given up',
        event: { type: 'return.found', way: 'abandoned', checkoutId },
      },
      {
        name: 'the page is loaded after a checkout in another tab was completed',
        event: { type: 'return.found', way: 'completed', checkoutId: null },
      },
      {
        name: 'the page is loaded after a checkout in another tab was given up',
        event: { type: 'return.found', way: 'abandoned', checkoutId: null },
      },
    ],
    'page.restored': 'sentByActor',
    'user.left': [{ name: 'the user is signed out', event: { type: 'user.left' } }],
  },
  outcomes: {
    openCheckout: [
      {
        name: 'the checkout is open',
        type: 'done',
        output: { address: 'https://checkout.example/pay/1', checkoutId },
      },
      {
        name: 'the address is none of the web',
        type: 'done',
        output: { address: 'javascript:void(0)', checkoutId },
      },
      {
        name: 'there is a subscription already',
        type: 'error',
        error: {
          code: 'redirectToPortal',
          message: 'You have a subscription already.',
          details: { portalUrl: 'https://portal.example/1' },
        },
      },
      {
        name: 'there is a subscription already, but no address of the portal',
        type: 'error',
        error: { code: 'redirectToPortal', message: 'You have a subscription already.', details: {} },
      },
      {
        name: 'no payments are taken here',
        type: 'error',
        error: { code: 'paymentsUnavailable', message: 'Payments cannot be taken right now.' },
      },
    ],
    readCheckout: [
      { name: 'it is not paid', type: 'done', output: { state: 'open', ...notYet } },
      { name: 'the bank takes its time', type: 'done', output: { state: 'processing', ...notYet } },
      { name: 'it is paid', type: 'done', output: { state: 'paid', credits: 2500, tier: null } },
      { name: 'it has expired', type: 'done', output: { state: 'expired', ...notYet } },
      { name: 'the server cannot be reached', type: 'error', error: offline },
      {
        name: 'nothing is known of it',
        type: 'error',
        error: { code: 'notFound', message: 'There is nothing here, or it is not yours.' },
      },
    ],
    watchReturn: [
      {
        name: 'the browser shows the page again',
        type: 'emits',
        event: { type: 'page.restored' },
      },
      {
        name: 'the browser cannot tell',
        type: 'error',
        error: { code: 'unexpected', message: 'Something went wrong.' },
      },
    ],
  },
  guards: {
    hasChoice: 'The options show what the user chose on a public page.',
    isWebAddress: 'The address is one of the web: http or https.',
    leadsToPortal: 'There is a subscription already, and the server says where the portal is.',
    isPaid: 'The checkout is paid.',
    isProcessing: 'It was paid by a means that takes its time.',
    isExpired: 'The checkout has ended without a payment.',
    isUnknown: 'The server knows no such checkout of this user.',
    isCompleted: 'The checkout says that it is done, and the tab knows which one it is.',
    isNamed: 'The tab knows which checkout it had left for.',
    isClaimed: 'The checkout says that it is done.',
  },
  invariants: checkoutInvariants,
  equivalents: checkoutEquivalents,
});
