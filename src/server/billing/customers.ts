import { and, eq, isNull, notExists, sql } from 'drizzle-orm';
import { users } from '#server/accounts/tables.ts';
import { lockAccount } from '#server/credits/ledger-entries.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { Convergence } from './converge.ts';
import { type PaymentsPort, UnknownCustomerError } from './port.ts';
import { isLiveOf } from './subscription-rows.ts';
import { billingCustomers, checkouts, subscriptions } from './tables.ts';

const forgetJob = 'forget-customer';
const addressJob = 'change-customer-address';
const retryLimit = 12_000;

export type Customers = ReturnType<typeof createCustomers>;

/** Defines jobs: call it before the queue starts. */
export function createCustomers(
  deps: Pick<Shared, 'database' | 'clock' | 'queue' | 'log'> & { port: PaymentsPort; converge: Convergence },
) {
  const { database, clock, queue, port, log } = deps;

  async function find(userId: string, orm: Orm = database.orm): Promise<string | null> {
    const [row] = await orm
      .select({ customerId: billingCustomers.customerId })
      .from(billingCustomers)
      .where(eq(billingCustomers.userId, userId));
    return row?.customerId ?? null;
  }

  /** Cancels subscriptions. Keeps what is needed to refund payments that arrive later. */
  async function forgetAtStripe(userId: string): Promise<void> {
    const customerId = await find(userId);
    if (customerId === null) return;
    const open = await database.orm
      .select({ id: checkouts.id })
      .from(checkouts)
      .where(and(eq(checkouts.userId, userId), eq(checkouts.state, 'open')));
    let isMoneyOnItsWay = false;
    for (const { id } of open) {
      await port.expireCheckout(id);
      const facts = await deps.converge.checkout(id);
      isMoneyOnItsWay ||= facts?.state === 'processing';
    }
    await port.forgetCustomer(customerId);
    const live = await database.orm
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(and(eq(subscriptions.userId, userId), isNull(subscriptions.endedAt)));
    for (const { id } of live) await deps.converge.takeIn({ kind: 'subscription', id });
    if (isMoneyOnItsWay) return;
    await database.transaction(async (tx) => {
      await tx.delete(checkouts).where(eq(checkouts.userId, userId));
      await tx.delete(billingCustomers).where(eq(billingCustomers.userId, userId));
    });
    log.info({ userId }, 'Deleted a Stripe customer.');
  }

  queue.work<{ userId: string }>(forgetJob, ({ data }) => forgetAtStripe(data.userId), { retryLimit });

  async function addressOf(orm: Orm, userId: string): Promise<string | null> {
    const [user] = await orm
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, userId))
      .for('share');
    return user?.email ?? null;
  }

  async function changeAtStripe(userId: string): Promise<void> {
    const email = await addressOf(database.orm, userId);
    const customerId = await find(userId);
    if (email !== null && customerId !== null) await port.changeAddress(customerId, email);
  }

  queue.work<{ userId: string }>(addressJob, ({ data }) => changeAtStripe(data.userId), { retryLimit });

  const queueAddress = (tx: Orm, userId: string) =>
    queue.send(tx, addressJob, { userId }, { singletonKey: userId });

  const keep = (
    userId: string,
    { customerId, email }: { customerId: string; email: string | null },
    insteadOf: string | null,
  ): Promise<string | null> =>
    database.transaction(async (tx) => {
      const present = await addressOf(tx, userId);
      if (present === null) return null;
      await lockAccount(tx, userId);
      const own = eq(billingCustomers.userId, userId);
      if (insteadOf !== null)
        await tx.delete(billingCustomers).where(and(own, eq(billingCustomers.customerId, insteadOf)));
      await tx
        .insert(billingCustomers)
        .values({ userId, customerId, createdAt: clock.now() })
        .onConflictDoNothing();
      const [row] = await tx
        .select({ customerId: billingCustomers.customerId })
        .from(billingCustomers)
        .where(own);
      if (present !== email) await queueAddress(tx, userId);
      return row?.customerId ?? null;
    });

  async function customerOfSubscription(userId: string): Promise<string | null> {
    const [live] = await database.orm
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(isLiveOf(userId));
    return live === undefined ? null : ((await port.readSubscription(live.id))?.customerId ?? null);
  }

  async function make(userId: string, insteadOf: string | null): Promise<string> {
    const [user] = await database.orm.select({ email: users.email }).from(users).where(eq(users.id, userId));
    if (user === undefined) throw new Refusal('unauthorized');
    const subscriber = insteadOf === null ? null : await customerOfSubscription(userId);
    const { email } = user;
    const customer =
      subscriber !== null && subscriber !== insteadOf
        ? { customerId: subscriber, email: null }
        : { ...(await port.ensureCustomer({ userId, email, insteadOf })), email };
    const kept = await keep(userId, customer, insteadOf);
    if (kept !== null) return kept;
    await port.forgetCustomer(customer.customerId);
    throw new Refusal('unauthorized');
  }

  return {
    /** Creates the customer if Stripe does not know one. @throws Refusal paymentsUnavailable, unauthorized */
    async ask<Result>(userId: string, question: (customerId: string) => Promise<Result>): Promise<Result> {
      const customerId = (await find(userId)) ?? (await make(userId, null));
      try {
        return await question(customerId);
      } catch (error) {
        if (!(error instanceof UnknownCustomerError)) throw error;
        log.warn({ userId, customer: customerId }, 'Stripe no longer knows a customer.');
        return question(await make(userId, customerId));
      }
    },
    async followAddress(tx: Orm, userId: string): Promise<void> {
      if ((await find(userId, tx)) !== null) await queueAddress(tx, userId);
    },
    async forget(tx: Orm, userId: string): Promise<void> {
      if ((await find(userId, tx)) !== null)
        await queue.send(tx, forgetJob, { userId }, { singletonKey: userId });
    },
    async forgetRest(): Promise<void> {
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
