import { defineFlow } from '../kit/catalogue.ts';
import { days } from '../kit/durations.ts';
import { subscriptionMachine } from './subscription.machine.ts';
import { subscriptionEquivalents, subscriptionInvariants } from './subscription.rules.ts';

/** 1 June 2026, 00:00 UTC. */
const start = days(20_605);

export const subscriptionFlow = defineFlow({
  name: 'subscription',
  title: 'Subscription (what the server keeps)',
  group: 'Money',
  paragraph:
    'The life of a subscription, as Stripe reports it: renewing, changing to a cheaper tier or cancelled for the end of ' +
    'the period, and in parallel whether all invoices are paid. Each paid month grants its credits once, an upgrade ' +
    'the difference for the remaining days. A failed payment can be made up within two weeks.',
  requirements: ['R3.2', 'R4.10', 'R9.3', 'R9.4', 'R9.5'],
  story: ['life.awaitingFirstPayment', 'life.active', 'credits.none', 'credits.standard'],
  synonyms: {
    subscription: ['monthly plan', 'membership', 'renewal'],
    payment: ['card declined', 'charge', 'invoice'],
    grace: ['overdue', 'dunning', 'unpaid'],
    failed: ['unpaid', 'not paid', 'overdue'],
  },
  moves: {
    deliverMonth: 'Grants the credits of the paid month.',
    deliverUpgrade: 'Grants the credits of the paid upgrade.',
  },
  machine: subscriptionMachine,
  scenarios: [
    {
      name: 'Standard was chosen',
      input: { tier: 'STANDARD', periodStart: start, periodEnd: start + days(30) },
    },
    { name: 'Pro was chosen', input: { tier: 'PRO', periodStart: start, periodEnd: start + days(30) } },
  ],
  events: {
    settled: 'the open invoice is paid',
    'payment.failed': [{ name: 'a payment fails', event: { type: 'payment.failed', at: start + days(30) } }],
    upgraded: [{ name: 'it changes to Pro at once', event: { type: 'upgraded', tier: 'PRO' } }],
    'downgrade.planned': [
      { name: 'a change to Standard is planned', event: { type: 'downgrade.planned', tier: 'STANDARD' } },
    ],
    'downgrade.withdrawn': 'the change is undone',
    cancelled: [{ name: 'it is cancelled', event: { type: 'cancelled', at: start + days(3) } }],
    resumed: 'it is resumed',
    renewed: [
      {
        name: 'the next period begins, at Standard',
        event: {
          type: 'renewed',
          tier: 'STANDARD',
          periodStart: start + days(30),
          periodEnd: start + days(61),
        },
      },
    ],
    ended: 'Stripe has ended it',
    'month.paid': [
      {
        name: 'a month of Standard is paid',
        event: { type: 'month.paid', invoice: { invoiceId: 'in_1', tier: 'STANDARD' } },
      },
      {
        name: 'the next month of Standard is paid',
        event: { type: 'month.paid', invoice: { invoiceId: 'in_4', tier: 'STANDARD' } },
      },
      {
        name: 'a month of Pro is paid',
        event: { type: 'month.paid', invoice: { invoiceId: 'in_3', tier: 'PRO' } },
      },
    ],
    'upgrade.paid': [
      {
        name: 'the upgrade is paid',
        event: { type: 'upgrade.paid', invoice: { invoiceId: 'in_2', tier: 'PRO' } },
      },
    ],
  },
  outcomes: {},
  guards: {
    isCheaper: 'The tier costs less than the current one.',
    isNewMonthOfPro: 'The invoice is for a month of Pro, and has not granted its credits yet.',
    isNew: 'The invoice has not granted its credits yet.',
  },
  words: {
    deliverMonth: "add the month's credits",
    deliverUpgrade: 'add the credits of the upgrade',
    mailFailure: 'email the user: a payment failed',
    mailReminder: 'remind the user',
    mailEnd: 'email the user: it has ended',
    withdrawLetter: 'send no more emails',
    endAtStripe: 'ask Stripe to end it',
    keepTier: 'note the tier',
    keepPeriod: 'note the period',
    planDowngrade: 'note the next tier',
    forgetDowngrade: 'plan no more changes',
    keepCancellation: 'note when it was cancelled',
    forgetCancellation: 'note that it continues',
    startGrace: 'note the payment deadline',
    forgetGrace: 'note that nothing is owed',
    keepCredited: 'note that the invoice has granted its credits',
    tier: 'the tier',
    pendingTier: 'the next tier',
    periodStart: 'the beginning of the period',
    periodEnd: 'the end of the period',
    cancelledAt: 'when it was cancelled',
    graceEndsAt: 'the payment deadline',
    credited: 'invoices that have granted their credits',
  },
  // Left out are dates and the plan that begins next: no guard reads them.
  abstraction: ({ tier, credited }) => ({ tier, credited }),
  invariants: subscriptionInvariants,
  equivalents: subscriptionEquivalents,
  byHand: {
    'the open invoice is paid':
      'Pay for the subscription. One that is overdue is paid at /dev/billing: let the card pay again, then press “To what happens next”.',
    'a payment fails': 'At /dev/billing, press “Make the next payment fail”, then “To what happens next”.',
    'it changes to Pro at once': 'In the billing portal, choose Pro.',
    'a change to Standard is planned': 'In the billing portal, choose Standard.',
    'the change is undone': 'In the billing portal, keep Pro.',
    'it is cancelled': 'In the billing portal, cancel the subscription.',
    'it is resumed': 'In the billing portal, resume the subscription.',
    'the next period begins, at Standard': 'At /dev/billing, press “To what happens next”.',
    'Stripe has ended it': 'At /dev/billing, press “To what happens next” until the subscription has ended.',
    'a month of Standard is paid': 'Subscribe to Standard and pay: this happens with the payment.',
    'the next month of Standard is paid': 'At /dev/billing, press “To what happens next”.',
    'a month of Pro is paid': 'Subscribe to Pro and pay: this happens with the payment.',
    'the upgrade is paid': 'In the billing portal, choose Pro; the difference is paid at once.',
  },
  sees: {
    'life.active': '“Credits and billing” in the account settings shows the subscription.',
    deliverMonth: 'The credits of the month are in the balance.',
    deliverUpgrade: 'The credits of the upgrade are in the balance.',
  },
});
