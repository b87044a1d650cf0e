import { and, eq, isNull, notExists, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { Refusal } from '../http/refusal.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Logger } from '../log.ts';
import type { Database, Orm } from '../store/database.ts';
import { billingCustomers, checkouts, subscriptions } from '../store/tables/billing.ts';
import { users } from '../store/tables/core.ts';
import type { Convergence } from './converge.ts';
import { lockBooks } from './payments.ts';
import type { PaymentsPort } from './port.ts';

const forgetJob = 'forget-customer';
/** A week and more of tries, a minute apart; what is left then is queued anew by housekeeping. */
const forgetRetries = 12_000;

/** Who our users are at Stripe. */
export interface Customers {
  /** Makes the customer at Stripe the first time. @throws Refusal paymentsUnavailable, unauthorized */
  ensure(userId: string): Promise<string>;
  find(userId: string): Promise<string | null>;
  /** In the transaction that deletes a user: a job is queued that makes Stripe forget them, until it is done. */
  forget(tx: Orm, userId: string): Promise<void>;
  /** Queues it for those of whom it was not done. */
  forgetRest(): Promise<void>;
}

/** Defines a job, so call it before the queue is started. */
export function createCustomers(deps: {
  database: Database;
  clock: Clock;
  queue: JobQueue;
  port: PaymentsPort;
  converge: Convergence;
  log: Logger;
}): Customers {
  const { database, clock, queue, port, log } = deps;

  async function find(userId: string): Promise<string | null> {
    const [row] = await database.orm
      .select({ customerId: billingCustomers.customerId })
      .from(billingCustomers)
      .where(eq(billingCustomers.userId, userId));
    return row?.customerId ?? null;
  }

  /** Their subscriptions end by that; what was paid and used stays in the books, under an id of nobody. */
  async function forgetAtStripe(userId: string): Promise<void> {
    const customerId = await find(userId);
    if (customerId === null) return;
    const open = await database.orm
      .select({ id: checkouts.id })
      .from(checkouts)
      .where(and(eq(checkouts.userId, userId), eq(checkouts.state, 'open')));
    for (const { id } of open) await port.expireCheckout(id);
    await port.forgetCustomer(customerId);
    const live = await database.orm
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(and(eq(subscriptions.userId, userId), isNull(subscriptions.endedAt)));
    for (const { id } of live) await deps.converge.takeIn({ kind: 'subscription', id });
    await database.transaction(async (tx) => {
      await tx.delete(checkouts).where(eq(checkouts.userId, userId));
      await tx.delete(billingCustomers).where(eq(billingCustomers.userId, userId));
    });
    log.info({ userId }, 'Stripe has forgotten a customer.');
  }

  queue.work<{ userId: string }>(forgetJob, ({ data }) => forgetAtStripe(data.userId), {
    retryLimit: forgetRetries,
  });

  return {
    find,
    async ensure(userId) {
      const known = await find(userId);
      if (known !== null) return known;
      const [user] = await database.orm
        .select({ email: users.email })
        .from(users)
        .where(eq(users.id, userId));
      if (user === undefined) throw new Refusal('unauthorized');
      const { customerId } = await port.ensureCustomer({ userId, email: user.email });
      const kept = await database.transaction(async (tx) => {
        await lockBooks(tx, userId);
        const [still] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
        if (still === undefined) return null;
        await tx
          .insert(billingCustomers)
          .values({ userId, customerId, createdAt: clock.now() })
          .onConflictDoNothing();
        const [row] = await tx
          .select({ customerId: billingCustomers.customerId })
          .from(billingCustomers)
          .where(eq(billingCustomers.userId, userId));
        return row?.customerId ?? null;
      });
      if (kept !== null) return kept;
      // Deleted in the meantime: nothing of theirs stays behind.
      await port.forgetCustomer(customerId);
      throw new Refusal('unauthorized');
    },
    async forget(tx, userId) {
      const [row] = await tx
        .select({ customerId: billingCustomers.customerId })
        .from(billingCustomers)
        .where(eq(billingCustomers.userId, userId));
      if (row !== undefined) await queue.send(tx, forgetJob, { userId }, { singletonKey: userId });
    },
    async forgetRest() {
      const ofNobody = await database.orm
        .select({ userId: billingCustomers.userId })
        .from(billingCustomers)
        .where(
          notExists(
            database.orm.select({ one: sql`1` }).from(users).where(eq(users.id, billingCustomers.userId)),
          ),
        );
      for (const { userId } of ofNobody)
        await database.transaction((tx) => queue.send(tx, forgetJob, { userId }, { singletonKey: userId }));
    },
  };
}
