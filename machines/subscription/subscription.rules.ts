import { type EquivalentMutants, type Invariant, remembering } from '../kit/catalogue.ts';
import type { SubscriptionContext } from './subscription.setup.ts';

const delivers = ['deliverMonth', 'deliverUpgrade'];
const letters = ['mailFailure', 'mailReminder', 'mailEnd'];
const failing = 'life.active.payment.failing';
const overdue = 'life.active.payment.overdue';

export const subscriptionInvariants: readonly Invariant<SubscriptionContext>[] = [
  {
    name: 'no credits without a paid invoice',
    requirement: 'R9.3',
    holds: ({ actions, cause }) =>
      (!actions.includes('deliverMonth') || cause === 'month.paid') &&
      (!actions.includes('deliverUpgrade') || cause === 'upgrade.paid'),
  },
  remembering({
    name: 'an invoice grants its credits once',
    requirement: 'R9.3',
    start: { before: 0, now: 0 },
    after: ({ now }, { context }) => ({ before: now, now: context.credited.length }),
    holds: ({ actions, context }, { before, now }) =>
      actions.filter((action) => delivers.includes(action)).length === now - before &&
      new Set(context.credited).size === now,
  }),
  remembering({
    name: 'upgrade credits only on top of a month of the cheaper tier',
    requirement: 'R9.4',
    start: { before: false, now: false },
    after: ({ now }, { isIn }) => ({ before: now, now: isIn('credits.standard') }),
    holds: ({ actions, isIn }, { before }) =>
      !actions.includes('deliverUpgrade') || (before && isIn('credits.pro')),
  }),
  {
    name: 'a downgrade waits for the period to end, and goes to a cheaper tier',
    requirement: 'R9.5',
    holds: ({ isIn, context }) =>
      isIn('life.ended') ||
      (isIn('life.active.course.changingDown')
        ? context.tier === 'PRO' && context.pendingTier === 'STANDARD'
        : context.pendingTier === null),
  },
  {
    name: 'has a cancellation time exactly when cancelled',
    requirement: 'R4.10',
    holds: ({ isIn, context }) =>
      isIn('life.ended') || (context.cancelledAt !== null) === isIn('life.active.course.cancelling'),
  },
  remembering({
    name: 'a cancelled subscription lasts until Stripe ends it',
    requirement: 'R9.5',
    start: { before: false, now: false },
    after: ({ now }, { isIn }) => ({ before: now, now: isIn('life.active.course.cancelling') }),
    holds: ({ isIn, cause }, { before }) => !before || isIn('life.active') || cause === 'ended',
  }),
  {
    name: 'has a payment deadline exactly while a payment is owed',
    holds: ({ isIn, context }) =>
      isIn('life.ended') || (context.graceEndsAt !== null) === (isIn(failing) || isIn(overdue)),
  },
  {
    name: 'sends an email only after a failed payment',
    holds: ({ actions, isIn }) =>
      !actions.some((action) => letters.includes(action)) ||
      isIn(failing) ||
      (isIn('life.ended') && actions.includes('mailEnd')),
  },
  {
    name: 'cancels it at Stripe only after two weeks without payment',
    holds: ({ actions, isIn, waited }) => !actions.includes('endAtStripe') || (isIn(overdue) && waited > 0),
  },
  remembering({
    name: 'an ended subscription stays ended',
    start: false,
    after: (ended, { isIn }) => ended || isIn('life.ended'),
    holds: ({ isIn, actions }, ended) =>
      !ended || (isIn('life.ended') && !actions.some((action) => action === 'endAtStripe')),
  }),
];

export const subscriptionEquivalents: readonly EquivalentMutants[] = [];
