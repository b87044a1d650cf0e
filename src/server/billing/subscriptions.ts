import { and, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL } from 'drizzle-orm';
import { present } from '#contract/unknown-values.ts';
import {
  advance,
  eventsBetween,
  type MonthCredits,
  overdueEvents,
  recordOf,
  restore,
  type SubscriptionEffect,
  type SubscriptionRecord,
  type SubscriptionStanding,
  subscriptionCourses,
} from '#machines/subscription/subscription.convergence.ts';
import type { SubscriptionEvent } from '#machines/subscription/subscription.setup.ts';
import type { Credits } from '#server/credits/credits.ts';
import { lockAccount } from '#server/credits/ledger-entries.ts';
import type { Orm } from '#server/platform/database/database.ts';
import type { JobQueue } from '#server/platform/job-queue.ts';
import type { Shared } from '#server/platform/shared.ts';
import { createDunning } from './dunning.ts';
import { creditsOfInvoice, type InvoiceCredits, needsCycle } from './invoices.ts';
import type { InvoiceFacts, PaymentsPort, SubscriptionFacts } from './port.ts';
import {
  activeSubscription,
  columnsOf,
  isLiveOf,
  recordOfRow,
  type SubscriptionRow,
} from './subscription-rows.ts';
import { payments, subscriptions } from './tables.ts';

/** Housekeeping reads again what changed this recently. */
const freshMs = 2 * 3_600_000;

/** Saves the machine's steps and effects in one transaction. Don't call it in a transaction. */
export type Subscriptions = ReturnType<typeof createSubscriptions>;

const paymentOf: Readonly<Record<SubscriptionFacts['status'], SubscriptionStanding['payment']>> = {
  incomplete: 'awaitingFirstPayment',
  incomplete_expired: 'ended',
  trialing: 'paid',
  active: 'paid',
  past_due: 'owed',
  unpaid: 'owed',
  paused: 'owed',
  canceled: 'ended',
};

const standingOf = (facts: SubscriptionFacts): SubscriptionStanding => ({
  payment: paymentOf[facts.status],
  isEndedUnpaid: facts.isEndedUnpaid,
  tier: facts.tier,
  pendingTier: facts.pendingTier,
  periodStart: facts.periodStart.getTime(),
  periodEnd: facts.periodEnd.getTime(),
  cancelledAt: facts.isCancelledAtPeriodEnd ? (facts.cancelledAt ?? facts.startedAt).getTime() : null,
});

const letters: Partial<Record<SubscriptionEffect['type'], SubscriptionRow['letter']>> = {
  mailFailure: 'failed',
  mailReminder: 'reminder',
  mailEnd: 'ended',
  withdrawLetter: null,
};

/** A new one replaces an unsent one. Undefined: unchanged. */
function letterAfter(effects: readonly SubscriptionEffect[]): SubscriptionRow['letter'] | undefined {
  return effects.map(({ type }) => letters[type]).findLast((letter) => letter !== undefined);
}

const nothingDelivered = { month: 'none', invoiceIds: [] } as const;
const isAt = (...payment: ('told' | 'reminded' | 'overdue')[]) =>
  inArray(
    subscriptions.state,
    subscriptionCourses.flatMap((course) => payment.map((one) => `${course} ${one}`)),
  );
const isOverdue = isAt('overdue');

/** Defines a job: call it before the queue starts. */
export function createSubscriptions(
  deps: Pick<Shared, 'database' | 'clock' | 'mail' | 'log'> & {
    queue: Pick<JobQueue, 'work' | 'send'>;
    credits: Credits;
    port: PaymentsPort;
    publicUrl: string | null;
  },
) {
  const { database, clock, credits, port, log } = deps;
  const dunning = createDunning(deps);

  async function findRow(orm: Orm, id: string): Promise<SubscriptionRow | null> {
    const [row] = await orm.select().from(subscriptions).where(eq(subscriptions.id, id));
    return row ?? null;
  }

  /** The user's account must be locked. */
  async function step(
    tx: Orm,
    row: SubscriptionRow,
    events: readonly SubscriptionEvent[],
    endedAt: Date | null = null,
  ): Promise<void> {
    if (events.length === 0) return;
    const { snapshot, effects } = advance(restore(recordOfRow(row), nothingDelivered), events);
    const record = recordOf(snapshot);
    const letter = letterAfter(effects);
    await tx
      .update(subscriptions)
      .set({
        ...columnsOf(record),
        ...(letter === undefined ? {} : { letter, letterClaimedUntil: null }),
        endedAt: record.state === 'ended' ? (endedAt ?? clock.now()) : null,
        updatedAt: clock.now(),
      })
      .where(eq(subscriptions.id, row.id));
    if (letter) await dunning.queue(tx, row.id);
    log.info({ subscription: row.id, from: row.state, to: record.state }, 'subscription changed');
  }

  async function insertRow(tx: Orm, facts: SubscriptionFacts & { userId: string }): Promise<SubscriptionRow> {
    const { id, userId } = facts;
    const [live] = await tx.select({ id: subscriptions.id }).from(subscriptions).where(isLiveOf(userId));
    if (live !== undefined && paymentOf[facts.status] !== 'ended')
      throw new Error(`The user of subscription ${id} has another one.`);
    const { tier, periodStart, periodEnd } = standingOf(facts);
    const record: SubscriptionRecord = {
      tier,
      periodStart,
      periodEnd,
      state: 'awaitingFirstPayment',
      pendingTier: null,
      cancelledAt: null,
      graceEndsAt: null,
    };
    const [row] = await tx
      .insert(subscriptions)
      .values({
        id,
        userId,
        ...columnsOf(record),
        startedAt: facts.startedAt,
        // Must not count as a second active subscription meanwhile.
        endedAt: paymentOf[facts.status] === 'ended' ? clock.now() : null,
        updatedAt: clock.now(),
      })
      .returning();
    return present(row, 'stored subscription');
  }

  async function deliver(
    tx: Orm,
    userId: string,
    invoice: InvoiceFacts,
    brings: InvoiceCredits,
  ): Promise<void> {
    const kind = brings.kind === 'month' ? 'subscription' : 'upgrade';
    const { lotId } = await credits.grant(tx, {
      userId,
      unit: 'credits',
      amount: brings.credits,
      kind,
      key: invoice.id,
      reference: invoice.id,
      expiresAt: brings.expiresAt,
    });
    await tx.insert(payments).values({
      id: invoice.id,
      userId,
      kind,
      subscriptionId: invoice.subscriptionId,
      tier: brings.tier,
      paymentIntentId: invoice.paymentIntentId,
      amountCents: invoice.amountPaidCents,
      currency: invoice.currency,
      credits: brings.credits,
      lotId,
      periodStart: brings.periodStart,
      periodEnd: brings.periodEnd,
      paidAt: brings.paidAt,
    });
  }

  async function deliveredBefore(tx: Orm, subscriptionId: string, brings: InvoiceCredits) {
    const known = await tx
      .select({ id: payments.id, kind: payments.kind, periodStart: payments.periodStart })
      .from(payments)
      .where(eq(payments.subscriptionId, subscriptionId));
    const isUpgraded = known.some(
      ({ kind, periodStart }) =>
        kind === 'upgrade' && periodStart?.getTime() === brings.periodStart.getTime(),
    );
    // Paid at Stripe, even if its event has not arrived yet.
    const month: MonthCredits =
      brings.from === null ? 'none' : brings.from === 'STANDARD' && !isUpgraded ? 'standard' : 'pro';
    return { month, invoiceIds: known.map(({ id }) => id) };
  }

  async function rowsWhere(condition: SQL | undefined): Promise<SubscriptionRow[]> {
    return database.orm.select().from(subscriptions).where(condition);
  }

  async function each(rows: readonly SubscriptionRow[], work: (row: SubscriptionRow) => Promise<void>) {
    for (const row of rows) {
      await work(row).catch((error: unknown) =>
        log.error({ err: error, subscription: row.id }, 'A subscription could not be updated.'),
      );
    }
  }

  return {
    /** @throws Error if the user has another active subscription: end one first */
    takeInSubscription: (facts: SubscriptionFacts & { userId: string }) =>
      database.transaction(async (tx) => {
        await lockAccount(tx, facts.userId);
        const row = (await findRow(tx, facts.id)) ?? (await insertRow(tx, facts));
        // Stripe's (test) clock may be ahead.
        const now = Math.max(clock.now().getTime(), facts.periodStart.getTime());
        const events = eventsBetween(recordOfRow(row), standingOf(facts), now);
        await step(tx, row, events, facts.endedAt);
      }),

    async takeInInvoice(facts: InvoiceFacts): Promise<void> {
      const { subscriptionId } = facts;
      const known = subscriptionId === null ? null : await findRow(database.orm, subscriptionId);
      if (known === null) return;
      const brings = creditsOfInvoice(facts, needsCycle(facts) ? await port.invoicesOf(known.id) : []);
      if (brings === null) {
        if (needsCycle(facts))
          log.warn({ invoice: facts.id }, 'An upgrade grants nothing: it has no paid month left.');
        return;
      }
      const { invoiceId, tier } = brings;
      await database.transaction(async (tx) => {
        await lockAccount(tx, known.userId);
        const chart = restore(recordOfRow(known), await deliveredBefore(tx, known.id, brings));
        const type = brings.kind === 'month' ? 'month.paid' : 'upgrade.paid';
        const { effects } = advance(chart, [{ type, invoice: { invoiceId, tier } }]);
        for (const { type } of effects) {
          if (type === 'deliverMonth' || type === 'deliverUpgrade')
            await deliver(tx, known.userId, facts, brings);
        }
      });
    },

    async endUnknown(subscriptionId: string): Promise<void> {
      const known = await findRow(database.orm, subscriptionId);
      if (known === null) return;
      await database.transaction(async (tx) => {
        await lockAccount(tx, known.userId);
        const row = await findRow(tx, subscriptionId);
        if (row === null || row.state === 'ended') return;
        const settled: SubscriptionEvent[] = row.graceEndsAt === null ? [] : [{ type: 'settled' }];
        await step(tx, row, [...settled, { type: 'ended' }]);
      });
    },

    activeSubscription,

    async run(takeInAnew: (subscriptionId: string) => Promise<void>): Promise<void> {
      const now = clock.now();
      const isDoubtful = or(
        lte(subscriptions.periodEnd, now),
        gt(subscriptions.updatedAt, new Date(now.getTime() - freshMs)),
        isNotNull(subscriptions.graceEndsAt),
      );
      await each(await rowsWhere(and(isNull(subscriptions.endedAt), isDoubtful)), ({ id }) => takeInAnew(id));

      await each(await rowsWhere(isAt('told', 'reminded')), ({ id, userId }) =>
        database.transaction(async (tx) => {
          await lockAccount(tx, userId);
          const row = await findRow(tx, id);
          if (row !== null) await step(tx, row, overdueEvents(recordOfRow(row), now.getTime()));
        }),
      );

      await each(await rowsWhere(isOverdue), async ({ id }) => {
        await takeInAnew(id);
        const [still] = await rowsWhere(and(eq(subscriptions.id, id), isOverdue));
        if (still === undefined) return;
        await port.endSubscription(id);
        await takeInAnew(id);
      });
      await dunning.sendAll();
    },
  };
}
