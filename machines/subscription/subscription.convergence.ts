import { type SnapshotFrom, transition } from 'xstate';
import type { SubscriptionTier } from '#contract/prices.ts';
import { present } from '#contract/unknown-values.ts';
import { subscriptionMachine } from './subscription.machine.ts';
import {
  gracePeriod,
  isDearerThan,
  type PaidInvoice,
  reminderDelay,
  type SubscriptionContext,
  type SubscriptionEvent,
  type SubscriptionPeriod,
} from './subscription.setup.ts';

export type SubscriptionSnapshot = SnapshotFrom<typeof subscriptionMachine>;

export const subscriptionCourses = ['renewing', 'changingDown', 'cancelling'] as const;
export const subscriptionPayments = ['upToDate', 'told', 'reminded', 'overdue'] as const;
type Course = (typeof subscriptionCourses)[number];
type Payment = (typeof subscriptionPayments)[number];

export type SubscriptionState = 'awaitingFirstPayment' | 'ended' | `${Course} ${Payment}`;

export const subscriptionStates: readonly SubscriptionState[] = [
  'awaitingFirstPayment',
  'ended',
  ...subscriptionCourses.flatMap((course) =>
    subscriptionPayments.map((payment) => `${course} ${payment}` as const),
  ),
];

export type MonthCredits = 'none' | 'standard' | 'pro';

/** Times are milliseconds since 1970. */
export interface SubscriptionRecord extends Omit<SubscriptionContext, 'credited'> {
  readonly state: SubscriptionState;
}

interface DeliveredCredits {
  readonly month: MonthCredits;
  readonly invoiceIds: readonly string[];
}

export interface SubscriptionStanding extends SubscriptionPeriod {
  readonly payment: 'awaitingFirstPayment' | 'paid' | 'owed' | 'ended';
  readonly isEndedUnpaid: boolean;
  readonly pendingTier: SubscriptionTier | null;
  readonly cancelledAt: number | null;
}

export type SubscriptionEffect =
  | { type: 'deliverMonth'; params: PaidInvoice }
  | { type: 'deliverUpgrade'; params: PaidInvoice }
  | { type: 'mailFailure' | 'mailReminder' | 'mailEnd' | 'withdrawLetter' | 'endAtStripe' };

type LifeValue = SubscriptionSnapshot['value']['life'];

function partsOf(state: `${Course} ${Payment}`): { course: Course; payment: Payment } {
  const course = subscriptionCourses.find((one) => state.startsWith(`${one} `));
  const payment = subscriptionPayments.find((one) => state.endsWith(` ${one}`));
  return { course: present(course, `course ${state}`), payment: present(payment, `payment ${state}`) };
}

function lifeOf(state: SubscriptionState): LifeValue {
  if (state === 'awaitingFirstPayment' || state === 'ended') return state;
  const { course, payment } = partsOf(state);
  const isFailing = payment === 'told' || payment === 'reminded';
  return { active: { course, payment: isFailing ? { failing: payment } : payment } };
}

export function stateOf({ value: { life } }: SubscriptionSnapshot): SubscriptionState {
  if (typeof life === 'string') return life;
  const { course, payment } = life.active;
  return `${course} ${typeof payment === 'string' ? payment : payment.failing}`;
}

export function restore(record: SubscriptionRecord, delivered: DeliveredCredits): SubscriptionSnapshot {
  const { state, ...context } = record;
  return subscriptionMachine.resolveState({
    value: { life: lifeOf(state), credits: delivered.month },
    context: { ...context, credited: delivered.invoiceIds.toSorted() },
  });
}

export function recordOf(snapshot: SubscriptionSnapshot): SubscriptionRecord {
  const { credited: _, ...context } = snapshot.context;
  return { ...context, state: stateOf(snapshot) };
}

/** Does not run the effects. */
export function advance(
  snapshot: SubscriptionSnapshot,
  events: readonly SubscriptionEvent[],
): { snapshot: SubscriptionSnapshot; effects: SubscriptionEffect[] } {
  let now = snapshot;
  const effects: SubscriptionEffect[] = [];
  for (const event of events) {
    const [next, actions] = transition(subscriptionMachine, now, event);
    now = next;
    // XState's own actions are timers, which `overdueEvents` replaces.
    const ours = actions.filter(({ type }) => !type.startsWith('xstate.'));
    // biome-ignore lint/plugin: the chart's other actions are assignments, which `transition` does not give out.
    effects.push(...ours.map(({ type, params }) => ({ type, params }) as SubscriptionEffect));
  }
  return { snapshot: now, effects };
}

/** According to Stripe. A cancellation takes priority. */
function courseOf({ cancelledAt, pendingTier, tier }: SubscriptionStanding): Course {
  if (cancelledAt !== null) return 'cancelling';
  return pendingTier !== null && isDearerThan(tier, pendingTier) ? 'changingDown' : 'renewing';
}

function courseEvents(
  course: Course,
  known: Pick<SubscriptionContext, 'cancelledAt' | 'pendingTier'>,
  standing: SubscriptionStanding,
): SubscriptionEvent[] {
  const wanted = courseOf(standing);
  if (course === wanted && known.cancelledAt === standing.cancelledAt) return [];
  // Each other plan is one step from a resumed subscription.
  const back: SubscriptionEvent[] =
    course === 'cancelling'
      ? [{ type: 'resumed' }]
      : course === 'changingDown' && wanted === 'renewing'
        ? [{ type: 'downgrade.withdrawn' }]
        : [];
  const { cancelledAt, pendingTier } = standing;
  if (cancelledAt !== null) return [...back, { type: 'cancelled', at: cancelledAt }];
  if (wanted === 'changingDown' && pendingTier !== null) {
    return [...back, { type: 'downgrade.planned', tier: pendingTier }];
  }
  return back;
}

/** Also if the operator has lowered the tier at once, or moved the period. */
function periodEvents(known: SubscriptionPeriod, standing: SubscriptionStanding): SubscriptionEvent[] {
  const { tier, periodStart, periodEnd } = standing;
  const isSamePeriod = known.periodStart === periodStart && known.periodEnd === periodEnd;
  if (!isSamePeriod || isDearerThan(known.tier, tier)) {
    return [{ type: 'renewed', tier, periodStart, periodEnd }];
  }
  return known.tier === tier ? [] : [{ type: 'upgraded', tier }];
}

function paymentEvents(payment: Payment, standing: SubscriptionStanding, now: number): SubscriptionEvent[] {
  const isOwed = standing.payment === 'owed';
  if (isOwed === (payment !== 'upToDate')) return [];
  return isOwed ? [{ type: 'payment.failed', at: now }] : [{ type: 'settled' }];
}

/** A user who got no email about a failed payment learns the reason at the end. */
function endEvents(
  { state, graceEndsAt }: SubscriptionRecord,
  { isEndedUnpaid }: SubscriptionStanding,
  now: number,
): SubscriptionEvent[] {
  if (!isEndedUnpaid || graceEndsAt !== null) return [{ type: 'ended' }];
  const begun: SubscriptionEvent[] = state === 'awaitingFirstPayment' ? [{ type: 'settled' }] : [];
  return [...begun, { type: 'payment.failed', at: now }, { type: 'ended' }];
}

/**
 * From the stored state to the state at Stripe. Ended subscriptions stay ended, and none awaits its first
 * payment again.
 * @param now when a failed payment becomes known: the start of the grace period
 */
export function eventsBetween(
  record: SubscriptionRecord,
  standing: SubscriptionStanding,
  now: number,
): SubscriptionEvent[] {
  const { state } = record;
  if (state === 'ended' || standing.payment === 'awaitingFirstPayment') return [];
  const isFirst = state === 'awaitingFirstPayment';
  // The last period may have begun without an event that reached us before the end.
  if (standing.payment === 'ended')
    return [...(isFirst ? [] : periodEvents(record, standing)), ...endEvents(record, standing, now)];
  const { course, payment } = partsOf(state === 'awaitingFirstPayment' ? 'renewing upToDate' : state);
  const period = periodEvents(record, standing);
  const isRenewed = period.some(({ type }) => type === 'renewed');
  return [
    ...(isFirst ? [{ type: 'settled' } as const] : []),
    ...period,
    ...courseEvents(
      isRenewed ? 'renewing' : course,
      isRenewed ? { cancelledAt: null, pendingTier: null } : record,
      standing,
    ),
    ...paymentEvents(payment, standing, now),
  ];
}

function endOfDelay(stateId: string, delay: string): SubscriptionEvent {
  const timer = subscriptionMachine.getStateNodeById(stateId).after.find((one) => one.delay === delay);
  if (timer === undefined) throw new Error(`${stateId} has no delay "${delay}".`);
  // biome-ignore lint/plugin: an event of XState's own, which the chart's events do not list.
  return { type: timer.eventType } as SubscriptionEvent;
}

const reminderDue = endOfDelay('subscription.life.active.payment.failing.told', 'reminderDelay');
const graceOver = endOfDelay('subscription.life.active.payment.failing', 'gracePeriod');

/** For a machine that is stored in the database. */
export function overdueEvents(record: SubscriptionRecord, now: number): SubscriptionEvent[] {
  const { state, graceEndsAt } = record;
  if (graceEndsAt === null || !/ (told|reminded)$/.test(state)) return [];
  if (now >= graceEndsAt) return [graceOver];
  const remindAt = graceEndsAt - gracePeriod + reminderDelay;
  return state.endsWith(' told') && now >= remindAt ? [reminderDue] : [];
}
