import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purchaseQuantities, type SubscriptionTier, subscriptionTiers } from '#contract/prices.ts';
import { type BillingServer, createBillingServer, operatorKey } from '#tests/support/billing-server.ts';
import { testsEverything } from '#tests/support/everything.ts';
import fc from '#tests/support/property.ts';
import type { TestUser } from '#tests/support/server.ts';
import { BillingModel } from './billing-model.ts';

type Step =
  | { do: 'buy'; quantity: (typeof purchaseQuantities)[number] }
  | { do: 'buySlowly'; quantity: (typeof purchaseQuantities)[number]; arrives: boolean }
  | { do: 'declined'; quantity: (typeof purchaseQuantities)[number] }
  | { do: 'subscribe'; tier: SubscriptionTier }
  | { do: 'change'; tier: SubscriptionTier }
  | { do: 'cancel' | 'resume' | 'nextMonth' | 'lookAgain' }
  | { do: 'wait'; days: number }
  | { do: 'refund'; which: number; part: number }
  | { do: 'deliver'; order: 'made' | 'reverse' | 'shuffled'; again: boolean; share: number }
  | { do: 'dropped'; at: 'webhook' | 'stripe' };

const quantity = fc.constantFrom(...purchaseQuantities);
const tier = fc.constantFrom(...subscriptionTiers);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('buy' as const), quantity }) },
  fc.record({ do: fc.constant('buySlowly' as const), quantity, arrives: fc.boolean() }),
  fc.record({ do: fc.constant('declined' as const), quantity }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('subscribe' as const), tier }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('change' as const), tier }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('cancel', 'resume', 'nextMonth', 'nextMonth', 'lookAgain') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 27 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      which: fc.nat(20),
      part: fc.constantFrom(0.1, 0.333, 0.5, 1),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('deliver' as const),
      order: fc.constantFrom('made', 'reverse', 'shuffled'),
      again: fc.boolean(),
      share: fc.constantFrom(0.3, 0.6, 1),
    }),
  },
  fc.record({ do: fc.constant('dropped' as const), at: fc.constantFrom('webhook', 'stripe') }),
);

let server: BillingServer;
beforeAll(async () => {
  server = await createBillingServer();
  await server.start();
});
afterAll(() => server.close());

const examples: [Step[]][] = [
  [
    [
      { do: 'buy', quantity: 5 },
      { do: 'refund', which: 0, part: 0.333 },
      { do: 'deliver', order: 'reverse', again: true, share: 0.6 },
      { do: 'dropped', at: 'stripe' },
      { do: 'buySlowly', quantity: 25, arrives: true },
      { do: 'refund', which: 1, part: 1 },
      { do: 'dropped', at: 'webhook' },
      { do: 'refund', which: 0, part: 0.333 },
      { do: 'lookAgain' },
    ],
  ],
  [
    [
      { do: 'subscribe', tier: 'STANDARD' },
      { do: 'wait', days: 11 },
      { do: 'change', tier: 'PRO' },
      { do: 'deliver', order: 'reverse', again: true, share: 0.3 },
      { do: 'refund', which: 1, part: 0.5 },
      { do: 'change', tier: 'STANDARD' },
      { do: 'nextMonth' },
      { do: 'deliver', order: 'shuffled', again: false, share: 0.6 },
      { do: 'cancel' },
      { do: 'nextMonth' },
      { do: 'subscribe', tier: 'PRO' },
      { do: 'deliver', order: 'reverse', again: true, share: 0.6 },
    ],
  ],
  [
    [
      { do: 'subscribe', tier: 'STANDARD' },
      { do: 'deliver', order: 'made', again: false, share: 1 },
      { do: 'nextMonth' },
      { do: 'cancel' },
      { do: 'nextMonth' },
    ],
  ],
];

const dayMs = 86_400_000;
const runs = Number(process.env.BILLING_RUNS ?? (testsEverything ? 8 : 2));

function createCourse(user: TestUser) {
  const model = new BillingModel();
  const checkouts: string[] = [];
  let subscriptionId: string | null = null;

  const intentOf = async (checkoutId: string) =>
    (await server.port.readCheckout(checkoutId))!.paymentIntentId!;
  const latestInvoice = async () => {
    const { latestInvoiceId } = (await server.port.readSubscription(subscriptionId!))!;
    return (await server.port.readInvoice(latestInvoiceId!))!;
  };
  const waiting = async () =>
    (await server.standIn.events(1000)).filter(({ deliveredAt }) => deliveredAt === null).map(({ id }) => id);

  async function nextMonth(): Promise<void> {
    if (model.subscription === null) return;
    const { tier, pending, isCancelled } = model.subscription;
    await server.standIn.nextCycle(await server.customerOf(user));
    if (isCancelled) {
      model.subscription = null;
      return;
    }
    model.subscription = { tier: pending ?? tier, pending: null, isCancelled: false };
    model.month((await latestInvoice()).paymentIntentId!, model.subscription.tier);
  }

  async function change(to: SubscriptionTier): Promise<void> {
    const now = model.subscription;
    if (now === null || now.isCancelled) return;
    if (to === now.tier) {
      if (now.pending === null) return;
      await server.standIn.keepPlan(subscriptionId!);
      now.pending = null;
    } else if (to === 'STANDARD') {
      if (now.pending !== null) return;
      await server.standIn.changePlan(subscriptionId!, to);
      now.pending = to;
    } else {
      const at = (await server.standIn.now(await server.customerOf(user))).getTime();
      const { periodStart, periodEnd } = (await server.port.readSubscription(subscriptionId!))!;
      await server.standIn.changePlan(subscriptionId!, to);
      now.tier = to;
      const { paymentIntentId, amountPaidCents } = await latestInvoice();
      model.upgrade(paymentIntentId!, amountPaidCents, {
        periodStart: periodStart.getTime(),
        periodEnd: periodEnd.getTime(),
        at,
      });
    }
  }

  async function take(step: Step): Promise<void> {
    switch (step.do) {
      case 'buy': {
        const id = await server.pay(user, { quantity: step.quantity });
        checkouts.push(id);
        return model.purchase(await intentOf(id), step.quantity);
      }
      case 'buySlowly': {
        const id = await server.open(user, { quantity: step.quantity });
        checkouts.push(id);
        await server.standIn.pay(id, { slowly: true });
        await server.standIn.settle(id, step.arrives ? 'arrives' : 'fails');
        if (step.arrives) model.purchase(await intentOf(id), step.quantity);
        return;
      }
      case 'declined':
        await server.standIn.decline(await server.open(user, { quantity: step.quantity }));
        return;
      case 'subscribe': {
        if (model.subscription !== null) return;
        const id = await server.pay(user, { tier: step.tier });
        checkouts.push(id);
        subscriptionId = (await server.port.readCheckout(id))!.subscriptionId;
        return model.subscribe((await latestInvoice()).paymentIntentId!, step.tier);
      }
      case 'change':
        return change(step.tier);
      case 'cancel':
      case 'resume':
        if (model.subscription === null || model.subscription.pending !== null) return;
        if (model.subscription.isCancelled === (step.do === 'cancel')) return;
        await server.standIn[step.do](subscriptionId!);
        model.subscription.isCancelled = step.do === 'cancel';
        return;
      case 'nextMonth':
        return nextMonth();
      case 'wait': {
        if (model.subscription === null) return;
        const { periodEnd } = (await server.port.readSubscription(subscriptionId!))!;
        const customer = await server.customerOf(user);
        const to = (await server.standIn.now(customer)).getTime() + step.days * dayMs;
        if (to < periodEnd.getTime()) await server.standIn.advance(customer, new Date(to));
        return;
      }
      case 'refund': {
        const intents = [...model.paid.keys()];
        const intent = intents[step.which % Math.max(intents.length, 1)];
        if (intent === undefined) return;
        const { cents, refunded } = model.paid.get(intent)!;
        const amount = Math.min(cents - refunded, Math.ceil(cents * step.part));
        if (amount <= 0) return;
        await server.standIn.refund(intent, amount);
        return model.refund(intent, amount);
      }
      case 'lookAgain':
        for (const id of checkouts) await user.call('GET', `/account/checkouts/${id}`);
        return;
      case 'deliver': {
        const ids = await waiting();
        const only = ids.slice(0, Math.ceil(ids.length * step.share));
        if (only.length > 0) await server.standIn.deliver({ order: step.order, only });
        if (step.again) await server.standIn.deliver({ order: step.order, again: true, only: ids });
        return;
      }
      case 'dropped': {
        const only = await waiting();
        if (step.at === 'stripe')
          server.outage.answer = async () =>
            Response.json({ error: { type: 'card_error' } }, { status: 402 });
        else server.standIn.setDeliver(async () => new Response(null, { status: 502 }));
        await server.standIn.deliver({ only });
        server.outage.answer = null;
        server.standIn.setDeliver(async (request) => server.fetch(request));
      }
    }
  }

  return {
    model,
    take,
    async settle(): Promise<void> {
      for (let only = await waiting(); only.length > 0; only = await waiting())
        expect(await server.standIn.deliver({ only })).toMatchObject({ failed: 0 });
    },
  };
}

describe('any history, with Stripe’s events in any order', () => {
  it(
    'ends with the balances of the simplest model, and the ledger agrees with Stripe',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
          const user = await server.signIn();
          const course = createCourse(user);
          for (const one of steps) {
            await course.take(one);
            expect(await server.balance(user)).toBeGreaterThanOrEqual(0);
          }
          await course.settle();
          expect(await server.balance(user)).toBe(course.model.balance);
        }),
        { numRuns: runs, examples, endOnFailure: true },
      );
      const answer = await server.call(
        'POST',
        '/operator/reconciliation',
        {},
        { 'x-operator-key': operatorKey },
      );
      expect(((await answer.json()) as { differences: unknown[] }).differences).toEqual([]);
    },
    60_000 + runs * 10_000,
  );
});
