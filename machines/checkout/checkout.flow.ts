import { defineFlow } from '../kit/catalogue.ts';
import { breaksAt, cutOff, done, emits, fails } from '../kit/outcomes.ts';
import { checkoutMachine } from './checkout.machine.ts';
import { checkoutEquivalents, checkoutInvariants } from './checkout.rules.ts';

const checkoutId = 'checkout-1';
const notYet = { credits: 0, tier: null } as const;

export const checkoutFlow = defineFlow({
  name: 'checkout',
  title: 'Buying credits or a subscription',
  group: 'Money',
  paragraph:
    'The user chooses what to buy and confirms it; the browser goes to the checkout and comes back. ' +
    'The page is loaded again then, and begins in Choosing. The server is asked until the payment arrives, and the page ' +
    'shows what was bought. A payment ' +
    'that is late blocks nothing and is credited whenever it comes. What a visitor chose on a public ' +
    'page is preselected here. A user with a subscription goes to the billing portal to change it. A ' +
    'click alone never charges, and a double click never buys twice.',
  requirements: ['R2.34', 'R5.12', 'R5.13', 'R7.10', 'R7.11', 'R8.2', 'R8.3'],
  story: ['choosing', 'confirming', 'credited'],
  next: { subscription: 'a plan is paid', 'analysis-start': 'credits arrived' },
  synonyms: {
    pay: ['buy', 'purchase', 'card', 'Stripe', 'refund', 'unpaid'],
    subscription: ['plan', 'upgrade', 'downgrade'],
  },
  moves: { keepBrought: 'The payment has arrived, and the credits or the plan with it.' },
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
    'choice.withdrawn': 'the user goes back from their choice',
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
    retry: 'the user tries again',
    'options.closed': 'the user closes the options',
    'return.found': [
      {
        name: 'the page loads after the checkout was completed',
        event: { type: 'return.found', way: 'completed', checkoutId },
      },
      {
        name: 'the page loads after the checkout was abandoned',
        event: { type: 'return.found', way: 'abandoned', checkoutId },
      },
      {
        name: 'the page loads after a checkout in another tab was completed',
        event: { type: 'return.found', way: 'completed', checkoutId: null },
      },
      {
        name: 'the page loads after a checkout in another tab was abandoned',
        event: { type: 'return.found', way: 'abandoned', checkoutId: null },
      },
    ],
    'page.restored': 'sentByActor',
    'user.left': 'the user is signed out',
  },
  outcomes: {
    openCheckout: [
      done('the checkout is open', { address: 'https://checkout.example/pay/1', checkoutId }),
      done('the address is not http(s)', { address: 'javascript:void(0)', checkoutId }),
      fails('there is already a subscription', 'redirectToPortal', 'You have a subscription already.', {
        portalUrl: 'https://portal.example/1',
      }),
      fails(
        'there is already a subscription, but no portal address',
        'redirectToPortal',
        'You have a subscription already.',
        {},
      ),
      fails('payments are off', 'paymentsUnavailable', 'Payments cannot be taken right now.'),
    ],
    readCheckout: [
      done('it is not paid', { state: 'open', ...notYet }),
      done('the bank is still processing it', { state: 'processing', ...notYet }),
      done('it is paid', { state: 'paid', credits: 2500, tier: null }),
      done('it has expired', { state: 'expired', ...notYet }),
      cutOff,
      fails('it is unknown', 'notFound', 'There is nothing here, or it is not yours.'),
    ],
    watchReturn: [
      emits('the browser shows the page again', { type: 'page.restored' }),
      breaksAt('the browser reports an error'),
    ],
  },
  alike: {
    openCheckout: {
      'there is already a subscription, but no portal address': ['network', 'tooManyRequests'],
    },
    readCheckout: { 'the server cannot be reached': ['paymentsUnavailable', 'tooManyRequests'] },
  },
  guards: {
    hasChoice: 'The options show the user’s choice from a public page.',
    isWebAddress: 'The address begins with http or https.',
    leadsToPortal: 'There is already a subscription, and the server returned the portal’s address.',
    isPaid: 'The checkout is paid.',
    isProcessing: 'The user paid with a slow method.',
    isExpired: 'The checkout has ended without a payment.',
    isUnknown: 'The server knows no such checkout of this user.',
    isCompleted: 'The checkout redirected back as complete, and the tab knows which one it is.',
    isNamed: 'The tab knows which checkout it went to.',
    isClaimed: 'The checkout redirected back as complete.',
  },
  // Left out are addresses, amounts and failures: no guard reads them of the context.
  abstraction: ({ shown, purchase, checkout, questions, news }) => ({
    part: shown.part,
    hasChoice: shown.chosen !== null,
    purchase: purchase?.kind,
    isAtCheckout: checkout !== null,
    questions,
    news: news?.kind,
  }),
  byHand: {
    'the browser shows the page again':
      'If the next step says that it is paid, pay at the provider’s page, which leads back by itself: press “Pay” ' +
      'on the server’s own page, or use the provider’s test card. Otherwise press Back there without paying.',
  },
  invariants: checkoutInvariants,
  equivalents: checkoutEquivalents,
});
