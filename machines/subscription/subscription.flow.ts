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
    'The life of a subscription, as Stripe tells it: renewing, changing to a cheaper tier or cancelled for the end of ' +
    'the period, and beside it whether what is owed has been paid. Each paid month brings its credits once, an upgrade ' +
    'the difference for the days that are left. A payment that fails can be made good for two weeks.',
  requirements: ['R3.2', 'R4.10', 'R9.3', 'R9.4', 'R9.5'],
  machine: subscriptionMachine,
  scenarios: [
    {
      name: 'Standard was chosen',
      input: { tier: 'STANDARD', periodStart: start, periodEnd: start + days(30) },
    },
    { name: 'Pro was chosen', input: { tier: 'PRO', periodStart: start, periodEnd: start + days(30) } },
  ],
  events: {
    settled: [{ name: 'what is owed is paid', event: { type: 'settled' } }],
    'payment.failed': [{ name: 'a payment fails', event: { type: 'payment.failed', at: start + days(30) } }],
    upgraded: [{ name: 'it changes to Pro at once', event: { type: 'upgraded', tier: 'PRO' } }],
    'downgrade.planned': [
      { name: 'a change to Standard is planned', event: { type: 'downgrade.planned', tier: 'STANDARD' } },
    ],
    'downgrade.withdrawn': [{ name: 'the change is taken back', event: { type: 'downgrade.withdrawn' } }],
    cancelled: [{ name: 'it is cancelled', event: { type: 'cancelled', at: start + days(3) } }],
    resumed: [{ name: 'it is resumed', event: { type: 'resumed' } }],
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
    ended: [{ name: 'Stripe has ended it', event: { type: 'ended' } }],
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
    isCheaper: 'The tier costs less than the present one.',
    isNewMonthOfPro: 'The invoice is for a month of Pro, and has not brought its credits yet.',
    isNew: 'The invoice has not brought its credits yet.',
  },
  words: {
    deliverMonth: "add the month's credits",
    deliverUpgrade: 'add the credits of the upgrade',
    mailFailure: 'write to the user: a payment failed',
    mailReminder: 'remind the user',
    mailEnd: 'write to the user: it has ended',
    withdrawLetter: 'send no letter any more',
    endAtStripe: 'ask Stripe to end it',
    keepTier: 'note the tier',
    keepPeriod: 'note the period',
    planDowngrade: 'note the tier to come',
    forgetDowngrade: 'plan no change any more',
    keepCancellation: 'note when it was cancelled',
    forgetCancellation: 'note that it goes on',
    startGrace: 'note until when it can be paid',
    forgetGrace: 'note that nothing is owed',
    keepCredited: 'note that the invoice has brought its credits',
    tier: 'the tier',
    pendingTier: 'the tier to come',
    periodStart: 'the beginning of the period',
    periodEnd: 'the end of the period',
    cancelledAt: 'when it was cancelled',
    graceEndsAt: 'until when it can be paid',
    credited: 'invoices that have brought their credits',
  },
  invariants: subscriptionInvariants,
  equivalents: subscriptionEquivalents,
});
