import type { AnyMachineSnapshot } from 'xstate';
import { newsWords } from '#machines/checkout/checkout.selectors.ts';
import type { CheckoutContext, Purchase } from '#machines/checkout/checkout.setup.ts';
import { type FlowScreen, failureShown, type Sight } from './screen.ts';

const close = { role: 'button', name: 'Close' } as const;
const purchaseButton = { role: 'button', name: /: purchase credits$/ } as const;
const pay = { role: 'button', name: 'Pay $40' } as const;
const subscribeToPro = { role: 'button', name: 'Subscribe to Pro' } as const;

const status = (text: string): Sight => ({ role: 'status', text });
const looking = status('Looking for your payment …');
const goingToCheckout = status('Taking you to the checkout …');
const goingToPortal = status('Taking you to the billing portal …');
const thanks = status('2,500 credits are yours.');
const onItsWay = status('The payment is on its way.');
const stillLooking = status('Your payment is taking longer than usual');
const opening = { text: /^Opening/, role: 'button', busy: true } as const;
const moments = [looking, goingToCheckout, goingToPortal, thanks, onItsWay];

const contextOf = ({ context }: AnyMachineSnapshot) => context as CheckoutContext;
const partOf = ({ kind }: Purchase) => (kind === 'credits' ? 'payAsYouGo' : 'subscription');
const needsOtherTab = (kind: Purchase['kind'], instead: string) => ({
  event: 'purchase.confirmed',
  in: '',
  when: (snapshot: AnyMachineSnapshot, event: Readonly<Record<string, unknown>>) => {
    const purchase = event.purchase as Purchase;
    return purchase.kind === kind && contextOf(snapshot).shown.part !== partOf(purchase);
  },
  reason: 'credits and subscriptions have a tab each',
  instead,
});

function openingShown(snapshot: AnyMachineSnapshot): readonly Sight[] {
  const { purchase, shown } = contextOf(snapshot);
  return purchase !== null && shown.part === partOf(purchase) ? [opening] : [];
}

function newsShown(snapshot: AnyMachineSnapshot): readonly Sight[] {
  const { news } = contextOf(snapshot);
  return news === null ? [] : [status(newsWords(news))];
}

export const checkoutScreen: FlowScreen = {
  flow: 'checkout',
  begin:
    'Sign in and press the balance of credits, or follow a price on the public site. Without a Stripe account the server’s own payment page is used.',
  address: '/terms',
  gestures: {
    'part.chosen': { control: { role: 'tab', name: 'Pay as you go' } },
    'credits.needed': {
      instead: 'At the price of an analysis that costs more than the balance, press the button for credits.',
    },
    'purchase.chosen': { instead: 'Follow a price on the public page of prices.' },
    'choice.withdrawn': { instead: 'Press Back in the browser.' },
    'purchase.confirmed: the user goes to pay for 2,500 credits': { control: pay },
    'purchase.confirmed: the user goes to pay for the Pro subscription': { control: subscribeToPro },
    retry: { control: { role: 'button', name: 'Try again' } },
    'options.closed': { control: close },
    'return.found: the page loads after the checkout was completed': {
      instead:
        'Choose 2,500 credits, confirm, and pay at the provider’s page: press “Pay” on the server’s own page, or use the provider’s test card. The provider leads back.',
    },
    'return.found': { instead: 'Pay, or press the way back, on the payment page.' },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  notOffered: [
    needsOtherTab('credits', 'Open the tab “Pay as you go”, choose 2,500 credits, then press “Pay $40”.'),
    needsOtherTab('subscription', 'Open the tab “Subscription”, then press “Subscribe to Pro”.'),
  ],
  bringIntoView: async (driver) => {
    if (!(await driver.offers(close))) await driver.click(purchaseButton);
  },
  promises: [
    { in: 'choosing', doesNotSee: [opening, looking, onItsWay] },
    { in: 'choosing', sees: newsShown },
    { in: 'creating', sees: openingShown, doesNotSee: moments },
    { in: 'refused', sees: (snapshot) => failureShown(snapshot), doesNotSee: [opening, ...moments] },
    {
      in: 'leaving',
      sees: () => [goingToCheckout, { role: 'link', text: 'Go to the checkout' }],
      doesNotSee: [pay, subscribeToPro].map(({ name }) => ({ role: 'button', text: name }) as const),
    },
    {
      in: 'leavingForPortal',
      sees: () => [goingToPortal, { role: 'link', text: 'Go to the billing portal' }],
    },
    { in: 'lookingBack', sees: () => [looking] },
    { in: 'confirming', sees: () => [looking], doesNotSee: [stillLooking, thanks] },
    { in: 'aside', sees: () => [stillLooking], doesNotSee: [looking, thanks] },
    { in: 'processing', sees: () => [onItsWay], doesNotSee: [thanks] },
    { in: 'credited', sees: () => [thanks], doesNotSee: [looking] },
  ],
};
