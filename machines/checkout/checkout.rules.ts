import { type EquivalentMutants, type Invariant, remembering } from '../kit/catalogue.ts';
import { type CheckoutContext, isWebAddress } from './checkout.setup.ts';

export const checkoutInvariants: readonly Invariant<CheckoutContext>[] = [
  {
    name: 'opens a checkout only for what was confirmed, once each time',
    requirement: 'R7.10',
    holds: ({ started, cause }) =>
      !started.includes('openCheckout') || cause === 'purchase.confirmed' || cause === 'retry',
  },
  {
    name: 'leaves only for an http(s) address that the server has just returned',
    requirement: 'R8.2',
    holds: ({ actions, context, cause }) =>
      !actions.includes('leavePage') ||
      (isWebAddress(context.checkout?.address ?? null) && cause?.startsWith('openCheckout: ') === true),
  },
  {
    name: 'stores the checkout before leaving, so its outcome can be shown',
    holds: ({ actions, isIn }) =>
      isIn('leavingForPortal') || actions.includes('leavePage') === actions.includes('rememberCheckout'),
  },
  {
    name: 'nothing counts as bought until the server reports it as paid',
    holds: ({ actions, cause }) => !actions.includes('keepBrought') || cause === 'readCheckout: it is paid',
  },
  {
    name: 'reloads the balance after every purchase',
    holds: ({ isIn, context, actions }) =>
      (!isIn('credited') || context.news?.kind === 'brought') &&
      (!actions.includes('keepBrought') || actions.includes('refreshUser')),
  },
  {
    name: 'shows an alert exactly when the checkout could not be opened, and keeps the choice',
    requirement: 'R8.3',
    holds: ({ isIn, context }) =>
      (context.failure !== null) === isIn('refused') && (!isIn('refused') || context.purchase !== null),
  },
  {
    name: 'shows the choice from a public page at once, and keeps it in the address until it is bought or dismissed',
    requirement: 'R2.1',
    holds: ({ actions, context, cause }) =>
      (cause !== 'purchase.chosen' ||
        actions.length === 0 ||
        (actions.includes('showOptions') && context.shown.chosen !== null)) &&
      (context.shown.chosen === null || !actions.includes('dropChoice')),
  },
  {
    name: 'going back closes the options only if the address had opened them',
    holds: ({ actions, cause }) => !actions.includes('hideOptions') || cause === 'choice.withdrawn',
  },
  {
    name: 'forgets a paid checkout only after showing it',
    holds: ({ actions, isIn, cause }) =>
      cause !== 'readCheckout: it is paid' ||
      !actions.includes('forgetCheckout') ||
      isIn('credited') ||
      actions.includes('tellNews'),
  },
  remembering<CheckoutContext, { spent: number; isLate: boolean }>({
    name: 'the page is usable again after 20 seconds of waiting',
    start: { spent: 0, isLate: false },
    after: ({ spent }, { isIn, waited }) => {
      const now = isIn('confirming') ? spent + waited : 0;
      return { spent: now, isLate: now >= 20_000 };
    },
    holds: (_, { isLate }) => !isLate,
  }),
  {
    name: 'reads and buys nothing for a user who has signed out',
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
    reason: 'a checkout has one state, so at most one of the guards is true',
  },
  {
    mutants: [after('checkout.choosing --return.found#1[isNamed]--> checkout.lookingBack')],
    reason: 'the previous guard takes what is both named and claimed',
  },
];
