import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type SubscriptionTier, subscriptionPlans } from '#contract/prices.ts';
import { analyseFlow } from '#flows/analysis.ts';
import type { ModelEdge } from '#flows/graph.ts';
import type { ModelPath } from '#flows/tour.ts';
import { catalogue } from '#machines/index.ts';
import { days } from '#machines/kit/durations.ts';
import { recordOf, type SubscriptionSnapshot } from '#machines/subscription/subscription.convergence.ts';
import type {
  PaidInvoice,
  SubscriptionEvent,
  SubscriptionPeriod,
} from '#machines/subscription/subscription.setup.ts';
import type { InvoiceFacts, SubscriptionFacts } from '#server/billing/port.ts';
import { subscriptions as rows } from '#server/billing/tables.ts';
import type { Database } from '#server/platform/database/database.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { createSubscriptionBench, type SubscriptionBench } from '#tests/support/subscription-bench.ts';

const { tours } = analyseFlow(catalogue.find(({ name }) => name === 'subscription')!);
const takenBy = ({ edges }: ModelPath) => edges.flatMap(({ state }) => state.trace.taken.map(({ id }) => id));

function fewest(): ModelPath[] {
  const open = new Set(tours.flatMap(takenBy));
  const chosen: ModelPath[] = [];
  while (open.size > 0) {
    const gain = (path: ModelPath) =>
      new Set(takenBy(path).filter((id) => open.has(id))).size / path.edges.length;
    const best = tours.reduce((one, other) => (gain(other) > gain(one) ? other : one));
    for (const id of takenBy(best)) open.delete(id);
    chosen.push(best);
  }
  return chosen;
}

let database: Database;
let bench: SubscriptionBench;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.orm.delete(rows);
});

function atStripe(event: SubscriptionEvent): Partial<SubscriptionFacts> {
  switch (event.type) {
    case 'settled':
      return { status: 'active' };
    case 'payment.failed':
      return { status: 'past_due' };
    case 'upgraded':
      return { tier: event.tier };
    case 'downgrade.planned':
      return { pendingTier: event.tier };
    case 'downgrade.withdrawn':
      return { pendingTier: null };
    case 'cancelled':
      return { isCancelledAtPeriodEnd: true, cancelledAt: new Date(event.at) };
    case 'resumed':
      return { isCancelledAtPeriodEnd: false, cancelledAt: null, pendingTier: null };
    case 'renewed':
      return {
        tier: event.tier,
        periodStart: new Date(event.periodStart),
        periodEnd: new Date(event.periodEnd),
        pendingTier: null,
        isCancelledAtPeriodEnd: false,
        cancelledAt: null,
      };
    case 'ended':
      return { status: 'canceled' };
    default:
      throw new Error(`${event.type} is told by an invoice.`);
  }
}

function createInvoices(subscription: SubscriptionFacts) {
  let latest: InvoiceFacts | null = null;
  const monthOf = (invoiceId: string) => Number(invoiceId.replace('in_', '')) * 2;
  const begin = (month: number) => new Date(subscription.startedAt.getTime() + days(30) * month);
  const make = (name: string, reason: string, lines: InvoiceFacts['lines']): InvoiceFacts => ({
    id: `${subscription.id} ${name}`,
    customerId: subscription.customerId,
    subscriptionId: subscription.id,
    state: 'paid',
    reason,
    amountPaidCents: 900,
    currency: 'usd',
    paidAt: bench.clock.now(),
    paymentIntentId: null,
    lines,
  });
  const line = (tier: SubscriptionTier, month: number) => ({
    tier,
    amountCents: subscriptionPlans[tier].centsPerMonth,
    periodStart: begin(month),
    periodEnd: begin(month + 1),
  });
  bench.stripe.port.invoicesOf = async () => (latest === null ? [] : [latest]);
  return {
    month({ invoiceId, tier }: PaidInvoice) {
      const month = monthOf(invoiceId);
      return make(invoiceId, 'subscription_cycle', [{ ...line(tier, month), isProration: false }]);
    },
    upgrade({ invoiceId, tier }: PaidInvoice) {
      const at = latest?.lines[0]?.periodStart ?? begin(0);
      return make(invoiceId, 'subscription_update', [
        { ...line(tier, 0), isProration: true, periodStart: new Date(at.getTime() + days(10)) },
      ]);
    },
    keep: (invoice: InvoiceFacts) => {
      latest = invoice;
    },
  };
}

async function walk({ start, edges }: ModelPath): Promise<void> {
  const input = (start.state.machine as SubscriptionSnapshot).context as SubscriptionPeriod;
  bench = createSubscriptionBench(database, new Date(input.periodStart));
  bench.stripe.port.endSubscription = async (id) => void bench.stripe.asked.push(`end ${id}`);
  const userId = await bench.someone();
  const { id } = bench.stripe.subscribe(userId, input.tier, { isPaid: false });
  bench.stripe.change(id, {
    periodStart: new Date(input.periodStart),
    periodEnd: new Date(input.periodEnd),
    latestInvoiceId: null,
  });
  bench.clock.advance(days(40));
  await bench.takeIn(id);
  const invoices = createInvoices(bench.stripe.subscription(id));

  async function tell(event: SubscriptionEvent, isTaken: boolean): Promise<void> {
    if (event.type === 'month.paid') {
      const month = invoices.month(event.invoice);
      if (isTaken) invoices.keep(month);
      await bench.subscriptions.takeInInvoice(month);
    } else if (event.type === 'upgrade.paid') {
      await bench.subscriptions.takeInInvoice(invoices.upgrade(event.invoice));
    } else {
      bench.stripe.change(id, atStripe(event));
      await bench.takeIn(id);
    }
  }

  const doneSoFar: string[] = [];
  async function follow({ event, state }: ModelEdge): Promise<void> {
    doneSoFar.push(
      ...state.trace.effects.flatMap((effect) => (effect.kind === 'action' ? [effect.name] : [])),
    );
    if (event.type === 'user') await tell(event.event as SubscriptionEvent, state.trace.taken.length > 0);
    if (event.type === 'wait') {
      bench.clock.advance(event.milliseconds);
      await bench.keepHouse();
    }
    await bench.work();
    const snapshot = state.machine as SubscriptionSnapshot;
    const { state: expected, tier, pendingTier, cancelledAt } = recordOf(snapshot);
    expect(await bench.row(id)).toMatchObject({
      state: expected,
      tier,
      pendingTier,
      cancelledAt: cancelledAt === null ? null : new Date(cancelledAt),
    });
    const brought = (await bench.payments(userId)).map((payment) => payment.id.replace(`${id} `, ''));
    expect(brought.toSorted()).toEqual(snapshot.context.credited);
    expect(bench.lettersTo(userId)).toHaveLength(doneSoFar.filter((name) => name.startsWith('mail')).length);
    expect(bench.stripe.asked.length > 0).toBe(doneSoFar.includes('endAtStripe'));
  }
  for (const edge of edges) await follow(edge);
}

describe('paths of the chart on the server: every transition, its effects and what is stored', () => {
  it.each(fewest().map((path, index) => [index + 1, path] as const))('[R9.3] [R9.5] path %i', (_, path) =>
    walk(path),
  );
});
