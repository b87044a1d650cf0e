import { type EquivalentMutants, type Invariant, remembering } from '../kit/catalogue.ts';
import { type CheckoutContext, isWebAddress } from './checkout.setup.ts';

/** What holds in every state of a purchase. */
export const checkoutInvariants: readonly Invariant<CheckoutContext>[] = [
  {
    name: 'a checkout is opened only for what was confirmed, once for each time',
    requirement: 'R7.10',
    holds: ({ started, cause }) =>
      !started.includes('openCheckout') || cause === 'purchase.confirmed' || cause === 'retry',
  },
  {
    name: 'the browser leaves only for an address of the web, and only when the server has just named it',
    requirement: 'R8.2',
    holds: ({ actions, context, cause }) =>
      !actions.includes('leavePage') ||
      (isWebAddress(context.checkout?.address ?? null) && cause?.startsWith('openCheckout: ') === true),
  },
  {
    name: 'whoever goes to a checkout can be told what became of it',
    holds: ({ actions, isIn }) =>
      isIn('leavingForPortal') || actions.includes('leavePage') === actions.includes('rememberCheckout'),
  },
  {
    name: 'nothing counts as bought that the server does not call paid',
    holds: ({ actions, cause }) => !actions.includes('keepBrought') || cause === 'readCheckout: it is paid',
  },
  {
    name: 'whatever has come is shown: the balance is read anew',
    holds: ({ isIn, context, actions }) =>
      (!isIn('credited') || context.news?.kind === 'brought') &&
      (!actions.includes('keepBrought') || actions.includes('refreshUser')),
  },
  {
    name: 'an alert stands exactly where the checkout could not be opened, and what was chosen is kept',
    requirement: 'R8.3',
    holds: ({ isIn, context }) =>
      (context.failure !== null) === isIn('refused') && (!isIn('refused') || context.purchase !== null),
  },
  {
    name: 'what was chosen on a public page is shown at once, and the address asks for it until it is bought or put away',
    requirement: 'R2.1',
    holds: ({ actions, context, cause }) =>
      (cause !== 'purchase.chosen' ||
        actions.length === 0 ||
        (actions.includes('showOptions') && context.shown.chosen !== null)) &&
      (context.shown.chosen === null || !actions.includes('dropChoice')),
  },
  {
    name: 'going back closes the options only where the address had asked for them',
    holds: ({ actions, cause }) => !actions.includes('hideOptions') || cause === 'choice.withdrawn',
  },
  {
    name: 'a paid checkout is forgotten only once that is told',
    holds: ({ actions, isIn, cause }) =>
      cause !== 'readCheckout: it is paid' ||
      !actions.includes('forgetCheckout') ||
      isIn('credited') ||
      actions.includes('tellNews'),
  },
  remembering<CheckoutContext, { spent: number; isLate: boolean }>({
    name: 'whoever waits may use the page again after 20 seconds',
    start: { spent: 0, isLate: false },
    after: ({ spent }, { isIn, waited }) => {
      const now = isIn('confirming') ? spent + waited : 0;
      return { spent: now, isLate: now >= 20_000 };
    },
    holds: (_, { isLate }) => !isLate,
  }),
  {
    name: 'nothing is asked and nothing is bought for whoever has gone',
    holds: ({ cause, running, context }) =>
      cause !== 'user.left' ||
      (!running.includes('openCheckout') && !running.includes('readCheckout') && context.checkout === null),
  },
];

const after = (transition: string) => `reorder: ${transition} after the next`;
const answered = (state: string, index: string, target: string) =>
  after(`checkout.${state} --done(readCheckout)#${index}--> checkout.${target}`);

export const checkoutEquivalents: readonly EquivalentMutants[] = [
  {
    mutants: [
      answered('lookingBack', '0[isPaid]', 'credited'),
      answered('confirming.asking', '0[isPaid]', 'credited'),
      answered('confirming.asking', '1[isProcessing]', 'processing'),
      answered('aside.asking', '0[isPaid]', 'choosing'),
      answered('aside.asking', '1[isProcessing]', 'choosing'),
    ],
    reason: 'a checkout stands in one way only, so at most one of the guards holds',
  },
  {
    mutants: [after('checkout.choosing --return.found#1[isNamed]--> checkout.lookingBack')],
    reason: 'what is both named and claimed has been taken by the guard before',
  },
];
