import type { SubscriptionTier } from '#contract/prices.ts';
import type { Shared } from '#server/platform/shared.ts';
import { type Act, createActs } from './act.ts';
import { settleCheckout, tryCheckout } from './acts/checkout.ts';
import { chargeOf, closeDispute, dispute, refund, setCard } from './acts/payments.ts';
import { changePlan, keepTier, setCancelled } from './acts/subscriptions.ts';
import { advance, catchUp, nextMoment, payInvoice } from './acts/time.ts';
import { createApi } from './api.ts';
import { createDeliveries, type DeliverOptions } from './deliveries.ts';
import { badRequest, StandInError } from './errors.ts';
import { standInPrices } from './objects/catalogue.ts';
import type { CardKind } from './objects/customer.ts';
import { createEventRows, isHeld, never } from './store.ts';
import { createTicks } from './ticks.ts';
import type { CheckoutSession, Refund, Subscription } from './wire.ts';

export interface ControlDependencies extends Pick<Shared, 'database' | 'clock' | 'log'> {
  webhookSecret: string;
}

const catchUpEveryMs = 30_000;

export type Controls = ReturnType<typeof createControls>['controls'];

export function createControls(deps: ControlDependencies) {
  const { database, clock, log } = deps;
  const secretKey = 'sk_test_stand_in';
  const deliveries = createDeliveries(deps);
  const ticks = createTicks({ log, tick, nextAt: deliveries.nextAt, clock });
  const run = createActs({ database, clock, changed: () => ticks.hurry() });
  const api = createApi({ run, secretKey, log });

  let caughtUpAt = 0;
  async function catchUpAll(): Promise<void> {
    const now = clock.now().getTime();
    if (now - caughtUpAt < catchUpEveryMs) return;
    caughtUpAt = now;
    const customers = await run(async ({ objects }) => [
      ...(await objects.all('subscription', { status: 'active' })),
      ...(await objects.all('subscription', { status: 'past_due' })),
      ...(await objects.all('checkout.session', { status: 'open' })),
    ]);
    for (const customer of new Set(customers.map((one) => one.customer)))
      if (customer !== null) await run((act) => catchUp(act, customer));
  }

  async function tick(): Promise<void> {
    await catchUpAll();
    await deliveries.deliver();
  }

  const atSubscription = async (
    id: string,
    what: (act: Act, at: number) => Promise<Subscription | StandInError>,
  ): Promise<Subscription> => {
    const result = await run(async (act) => {
      const { customer } = await act.objects.get('subscription', id, 'subscription');
      return what(act, await act.now(customer));
    });
    if (result instanceof StandInError) throw result;
    return result;
  };
  const hold = (isHeld: boolean): Promise<void> =>
    run(async (act) => {
      await act.objects.put({ id: 'delivery', object: 'stand_in.delivery', created: 0, isHeld });
      await act.events.setDue(isHeld ? never : clock.now());
    });

  const controls = {
    secretKey,
    prices: standInPrices,
    fetch: (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
      api(new Request(input, init)),

    async pay(checkoutId: string, { slowly = false } = {}): Promise<CheckoutSession> {
      return run((act) => tryCheckout(act, checkoutId, slowly ? 'slow' : 'paid'));
    },
    decline: (checkoutId: string) => run((act) => tryCheckout(act, checkoutId, 'declined')),
    settle: (checkoutId: string, outcome: 'arrives' | 'fails') =>
      run((act) => settleCheckout(act, checkoutId, outcome)),

    /** Downgrades at the end of the period. @throws StandInError 402 if the card is declined */
    changePlan: (subscriptionId: string, tier: SubscriptionTier) =>
      atSubscription(subscriptionId, (act, at) => changePlan(act, subscriptionId, tier, at)),
    keepPlan: (subscriptionId: string) =>
      atSubscription(subscriptionId, (act, at) => keepTier(act, subscriptionId, at)),
    cancel: (subscriptionId: string) =>
      atSubscription(subscriptionId, (act, at) => setCancelled(act, subscriptionId, true, at)),
    resume: (subscriptionId: string) =>
      atSubscription(subscriptionId, (act, at) => setCancelled(act, subscriptionId, false, at)),
    card: (customerId: string, kind: CardKind) =>
      run(async (act) => setCard(act, customerId, kind, await act.now(customerId))),
    failNextPayment: (customerId: string) =>
      run(async (act) => act.objects.put({ ...(await act.settings(customerId)), failsNext: true })),
    payInvoice: (invoiceId: string): Promise<boolean> => run((act) => payInvoice(act, invoiceId)),

    advance: (customerId: string, to: Date) =>
      run((act) => advance(act, customerId, Math.floor(to.getTime() / 1000))),
    nextCycle: (customerId: string): Promise<Date> =>
      run(async (act) => {
        const next = await nextMoment(act, customerId);
        if (next === null) throw badRequest('Nothing is scheduled for this customer.');
        await advance(act, customerId, Math.max(next, await act.now(customerId)));
        return new Date(next * 1000);
      }),
    now: (customerId: string): Promise<Date> =>
      run(async (act) => new Date((await act.now(customerId)) * 1000)),

    refund: (paymentIntentId: string, cents?: number): Promise<Refund> =>
      run(async (act) => refund(act, await chargeOf(act, paymentIntentId), { cents })),
    dispute: (paymentIntentId: string): Promise<string> =>
      run(async (act) => (await dispute(act, await chargeOf(act, paymentIntentId))).id),
    closeDispute: (disputeId: string, end: 'won' | 'lost') => run((act) => closeDispute(act, disputeId, end)),

    deliver: (options?: DeliverOptions) => deliveries.deliver(options),
    setDeliver: deliveries.setDeliver,
    hold: () => hold(true),
    async release(): Promise<void> {
      await hold(false);
      ticks.hurry();
    },
    async events(limit = 100) {
      const rows = await createEventRows(database.orm).latest(limit);
      return rows.map((row) => ({
        id: row.event.id,
        type: row.event.type,
        objectId: row.event.data.object.id,
        attempts: row.attempts,
        deliveredAt: row.deliveredAt,
        isHeld: isHeld(row),
      }));
    },
  };

  return { controls, run, ticks };
}
