import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import type { ActiveSubscription } from '#contract/account.ts';
import { subscriptionTiers } from '#contract/prices.ts';
import { days } from '#machines/kit/durations.ts';
import {
  advance,
  eventsBetween,
  overdueEvents,
  recordOf,
  restore,
  type SubscriptionRecord,
  type SubscriptionStanding,
  type SubscriptionState,
  stateOf,
  subscriptionCourses,
  subscriptionPayments,
} from '#machines/subscription/subscription.convergence.ts';
import { subscriptionMachine } from '#machines/subscription/subscription.machine.ts';
import {
  selectNextDrop,
  selectStatus,
  subscriptionWords,
} from '#machines/subscription/subscription.selectors.ts';
import {
  gracePeriod,
  reminderDelay,
  type SubscriptionContext,
  type SubscriptionEvent,
} from '#machines/subscription/subscription.setup.ts';
import fc, { runs } from '#tests/support/property.ts';

const start = days(20_605);
const period = (months: number) => ({
  periodStart: start + days(30) * months,
  periodEnd: start + days(30) * (months + 1),
});
const nothing = { month: 'none', invoiceIds: [] } as const;

const record = (state: SubscriptionState, more: Partial<SubscriptionContext> = {}): SubscriptionRecord => ({
  state,
  tier: 'PRO',
  ...period(0),
  pendingTier: state.startsWith('changingDown') ? 'STANDARD' : null,
  cancelledAt: state.startsWith('cancelling') ? start : null,
  graceEndsAt: /told|reminded|overdue/.test(state) ? start + gracePeriod : null,
  ...more,
});
const standing = (more: Partial<SubscriptionStanding> = {}): SubscriptionStanding => ({
  payment: 'paid',
  isEndedUnpaid: false,
  tier: 'PRO',
  ...period(0),
  pendingTier: null,
  cancelledAt: null,
  ...more,
});

const everyState: SubscriptionState[] = [
  'awaitingFirstPayment',
  'ended',
  ...subscriptionCourses.flatMap((course) =>
    subscriptionPayments.map((payment): SubscriptionState => `${course} ${payment}`),
  ),
];

const anyRecord: fc.Arbitrary<SubscriptionRecord> = fc
  .record({
    state: fc.constantFrom(...everyState),
    tier: fc.constantFrom(...subscriptionTiers),
    months: fc.nat(2),
    at: fc.nat(3),
  })
  .map(({ state, tier, months, at }) =>
    record(state, {
      tier: state.startsWith('changingDown') ? 'PRO' : tier,
      ...period(months),
      cancelledAt: state.startsWith('cancelling') ? start + at : null,
    }),
  );
const anyStanding: fc.Arbitrary<SubscriptionStanding> = fc
  .record({
    payment: fc.constantFrom('awaitingFirstPayment', 'paid', 'owed', 'ended'),
    isEndedUnpaid: fc.boolean(),
    tier: fc.constantFrom(...subscriptionTiers),
    pendingTier: fc.option(fc.constantFrom(...subscriptionTiers)),
    cancelledAt: fc.option(fc.nat(3).map((at) => start + at)),
    months: fc.nat(2),
  })
  .map(({ months, ...rest }) => ({ ...rest, ...period(months) }));

describe('a subscription that converges to its state at Stripe', () => {
  it('survives storage unchanged, in every state', () => {
    for (const state of everyState) {
      expect(recordOf(restore(record(state), nothing))).toEqual(record(state));
    }
  });

  it('[R4.10] [R9.5] gets there from any state by events of the chart, and then rests', () => {
    fc.assert(
      fc.property(anyRecord, anyStanding, (stored, wanted) => {
        const now = start + days(40);
        let snapshot = restore(stored, nothing);
        for (const event of eventsBetween(stored, wanted, now)) {
          expect(snapshot.can(event)).toBe(true);
          snapshot = advance(snapshot, [event]).snapshot;
        }
        const reached = recordOf(snapshot);
        expect(eventsBetween(reached, wanted, now + 1)).toEqual([]);

        if (stored.state === 'ended' || wanted.payment === 'awaitingFirstPayment') {
          expect(reached).toEqual(stored);
          return;
        }
        if (wanted.payment === 'ended') {
          expect(reached.state).toBe('ended');
          return;
        }
        const { payment, pendingTier, isEndedUnpaid: _, ...terms } = wanted;
        const isChangingDown =
          wanted.cancelledAt === null && wanted.tier === 'PRO' && pendingTier === 'STANDARD';
        expect(reached).toMatchObject({ ...terms, pendingTier: isChangingDown ? 'STANDARD' : null });
        const course =
          wanted.cancelledAt !== null ? 'cancelling' : isChangingDown ? 'changingDown' : 'renewing';
        const wasOwed = stored.graceEndsAt !== null;
        const owed = wasOwed ? stored.state.split(' ')[1] : 'told';
        expect(reached.state).toBe(`${course} ${payment === 'owed' ? owed : 'upToDate'}`);
        const graceEndsAt = wasOwed ? stored.graceEndsAt : now + gracePeriod;
        expect(reached.graceEndsAt).toBe(payment === 'owed' ? graceEndsAt : null);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('sends one email when a payment fails, and withdraws an unsent one', () => {
    const failed = eventsBetween(record('renewing upToDate'), standing({ payment: 'owed' }), start);
    expect(advance(restore(record('renewing upToDate'), nothing), failed).effects).toEqual([
      { type: 'mailFailure' },
    ]);
    expect(eventsBetween(record('renewing told'), standing({ payment: 'owed' }), start)).toEqual([]);
    const settled = eventsBetween(record('renewing reminded'), standing(), start);
    expect(advance(restore(record('renewing reminded'), nothing), settled).effects).toEqual([
      { type: 'withdrawLetter' },
    ]);
  });

  it('[R9.5] ends without an email after a cancellation, with one after a failed payment', () => {
    const ended = standing({ payment: 'ended' });
    const effectsOf = (state: SubscriptionState) =>
      advance(restore(record(state), nothing), eventsBetween(record(state), ended, start)).effects;
    expect(effectsOf('cancelling upToDate')).toEqual([]);
    for (const payment of ['told', 'reminded', 'overdue'] as const) {
      expect(effectsOf(`renewing ${payment}`)).toEqual([{ type: 'mailEnd' }]);
    }
  });

  it('reports a failed payment at the end if it was not known before', () => {
    const ended = standing({ payment: 'ended', isEndedUnpaid: true });
    for (const state of ['awaitingFirstPayment', 'changingDown upToDate', 'renewing told'] as const) {
      const events = eventsBetween(record(state), ended, start);
      const { snapshot, effects } = advance(restore(record(state), nothing), events);
      expect(stateOf(snapshot)).toBe('ended');
      expect(effects.at(-1)).toEqual({ type: 'mailEnd' });
    }
  });

  it('a day of grace stays a day if the period ends meanwhile', () => {
    const stored = record('changingDown told');
    const wanted = standing({ tier: 'STANDARD', payment: 'owed', ...period(1) });
    const { snapshot, effects } = advance(
      restore(stored, nothing),
      eventsBetween(stored, wanted, start + days(9)),
    );
    expect(recordOf(snapshot)).toEqual(
      record('renewing told', { tier: 'STANDARD', ...period(1), graceEndsAt: stored.graceEndsAt }),
    );
    expect(effects).toEqual([]);
  });
});

describe('grace', () => {
  it('is the same for a chart stored in the database as for a running one', () => {
    const clock = new SimulatedClock();
    const done: string[] = [];
    const note = (name: string) => () => void done.push(name);
    const actor = createActor(
      subscriptionMachine.provide({
        actions: {
          mailFailure: note('mailFailure'),
          mailReminder: note('mailReminder'),
          endAtStripe: note('endAtStripe'),
        },
      }),
      { clock, input: { tier: 'PRO', ...period(0) } },
    ).start();
    actor.send({ type: 'settled' });
    actor.send({ type: 'payment.failed', at: start });
    let stored = recordOf(actor.getSnapshot());
    const slept: string[] = ['mailFailure'];
    for (const at of [reminderDelay - 1, reminderDelay, gracePeriod - 1, gracePeriod]) {
      clock.set(at);
      const step = advance(restore(stored, nothing), overdueEvents(stored, start + at));
      stored = recordOf(step.snapshot);
      slept.push(...step.effects.map(({ type }) => type));
      expect(stateOf(step.snapshot)).toBe(stateOf(actor.getSnapshot()));
      expect(slept).toEqual(done);
    }
    expect(done).toEqual(['mailFailure', 'mailReminder', 'endAtStripe']);
    expect(overdueEvents(stored, start + days(100))).toEqual([]);
  });

  it('ends without a reminder if it is over when it is next read', () => {
    const stored = record('cancelling told');
    const { snapshot, effects } = advance(
      restore(stored, nothing),
      overdueEvents(stored, start + gracePeriod),
    );
    expect(stateOf(snapshot)).toBe('cancelling overdue');
    expect(effects).toEqual([{ type: 'endAtStripe' }]);
  });
});

describe('credits', () => {
  const month = (invoiceId: string, tier: 'STANDARD' | 'PRO'): SubscriptionEvent => ({
    type: 'month.paid',
    invoice: { invoiceId, tier },
  });
  const upgrade = (invoiceId: string): SubscriptionEvent => ({
    type: 'upgrade.paid',
    invoice: { invoiceId, tier: 'PRO' },
  });
  const delivered = (events: SubscriptionEvent[], from = restore(record('renewing upToDate'), nothing)) =>
    advance(from, events).effects.map((effect) => ('params' in effect ? effect.params?.invoiceId : null));

  it('[R9.3] are granted for each paid month, once, also after the end', () => {
    expect(delivered([month('in_1', 'STANDARD'), month('in_1', 'STANDARD'), month('in_2', 'PRO')])).toEqual([
      'in_1',
      'in_2',
    ]);
    expect(delivered([month('in_1', 'PRO')], restore(record('ended'), nothing))).toEqual(['in_1']);
  });

  it('[R9.4] are granted for an upgrade of a Standard month, once a month', () => {
    expect(delivered([upgrade('in_9')])).toEqual([]);
    expect(delivered([month('in_1', 'PRO'), upgrade('in_9')])).toEqual(['in_1']);
    expect(delivered([month('in_1', 'STANDARD'), upgrade('in_8'), upgrade('in_9')])).toEqual([
      'in_1',
      'in_8',
    ]);
  });
});

describe('what users read', () => {
  const shown: ActiveSubscription = {
    tier: 'PRO',
    status: 'active',
    startDate: '2026-11-05T00:00:00.000Z',
    currentPeriodStart: '2026-11-05T00:00:00.000Z',
    currentPeriodEnd: '2026-12-05T00:00:00.000Z',
    cancelledAt: null,
    pendingTier: null,
    graceEndsAt: null,
  };
  const format = (iso: string) => iso.slice(0, 10);

  it('[R4.10] is active, or when it cancels', () => {
    expect(subscriptionWords(shown, format)).toEqual({
      plan: 'Pro',
      status: 'Active',
      change: null,
      problem: null,
    });
    expect(subscriptionWords({ ...shown, status: 'cancelled' }, format).status).toBe('Cancels on 2026-12-05');
  });

  it('[R9.5] is the next tier, and that a payment failed', () => {
    expect(subscriptionWords({ ...shown, pendingTier: 'STANDARD' }, format).change).toBe(
      'Changes to Standard on 2026-12-05',
    );
    expect(subscriptionWords({ ...shown, graceEndsAt: '2026-11-19T00:00:00.000Z' }, format).problem).toBe(
      'Your payment failed. Please pay by 2026-11-19, or your subscription ends.',
    );
  });

  it('[R3.1] [R3.2] has the status and the next credits', () => {
    const at = (state: SubscriptionState) => {
      const snapshot = restore(record(state), nothing);
      return [selectStatus(snapshot), selectNextDrop(snapshot)];
    };
    const { periodEnd } = period(0);
    expect(at('awaitingFirstPayment')).toEqual([null, null]);
    expect(at('renewing upToDate')).toEqual(['active', periodEnd]);
    expect(at('changingDown upToDate')).toEqual(['active', periodEnd]);
    expect(at('changingDown told')).toEqual(['active', null]);
    expect(at('renewing overdue')).toEqual(['active', null]);
    expect(at('cancelling upToDate')).toEqual(['cancelled', null]);
    expect(at('ended')).toEqual([null, null]);
  });
});
