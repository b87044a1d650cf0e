import { eq } from 'drizzle-orm';
import { users } from '#server/accounts/tables.ts';
import { createConvergence } from '#server/billing/converge.ts';
import { createPayments } from '#server/billing/payments.ts';
import { createSubscriptions } from '#server/billing/subscriptions.ts';
import { billingCustomers, payments as paymentRows, subscriptions as rows } from '#server/billing/tables.ts';
import { createCredits } from '#server/credits/credits.ts';
import { creditAccounts } from '#server/credits/tables.ts';
import type { Database } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { Job, JobQueue } from '#server/platform/job-queue.ts';
import { createMailOutbox, type MailOutbox } from '#tests/support/mail-outbox.ts';
import { silentLog } from './database.ts';
import { createFakePayments, type FakePayments } from './fake-payments.ts';
import { type ManualClock, manualClock } from './server.ts';

function createHandQueue() {
  const handlers = new Map<string, (job: Job<never>) => Promise<void>>();
  const waiting: { name: string; data: object }[] = [];
  const queue: Pick<JobQueue, 'work' | 'send'> = {
    work: (name, handler) => void handlers.set(name, handler as (job: Job<never>) => Promise<void>),
    send: async (_, name, data) => {
      waiting.push({ name, data });
      return newId();
    },
  };
  async function work(): Promise<void> {
    for (const { name, data } of waiting.splice(0)) {
      const { signal } = new AbortController();
      const job = { id: newId(), data: data as never, version: 1, signal, attempt: 0 };
      await handlers.get(name)!(job);
    }
  }
  return { queue, work };
}

type Surroundings = { clock: ManualClock; stripe: FakePayments; outbox: MailOutbox };

export function createSubscriptionBench(database: Database, start: Date, beside?: Surroundings) {
  const clock = beside?.clock ?? manualClock(start);
  const stripe = beside?.stripe ?? createFakePayments(clock);
  const credits = createCredits({ clock });
  const outbox = beside?.outbox ?? createMailOutbox({ clock: () => clock.now() });
  const { queue, work } = createHandQueue();
  const deps = { database, clock, queue, credits, port: stripe.port, log: silentLog };
  const subscriptions = createSubscriptions({
    ...deps,
    mail: { send: (message) => outbox.send(message) },
    publicUrl: 'https://notes.example',
  });
  const payments = createPayments(deps);
  const converge = createConvergence({ ...deps, payments, subscriptions });
  const takeIn = (id: string) => converge.takeIn({ kind: 'subscription', id });

  return {
    clock,
    stripe,
    credits,
    outbox,
    subscriptions,
    work,
    takeIn,
    takeInInvoice: (id: string) => converge.takeIn({ kind: 'invoice', id }),
    keepHouse: () => subscriptions.run(takeIn),
    goTo: (moment: string | Date) => clock.advance(new Date(moment).getTime() - clock.now().getTime()),
    async someone(): Promise<string> {
      const userId = newId();
      await database.transaction(async (tx) => {
        await tx.insert(users).values({
          id: userId,
          email: `${userId}@example.org`,
          emailVerified: true,
          createdAt: clock.now(),
        });
        await tx.insert(creditAccounts).values({ userId });
        await tx
          .insert(billingCustomers)
          .values({ userId, customerId: `cus_${userId}`, createdAt: clock.now() });
      });
      return userId;
    },
    balance: async (userId: string) => (await credits.balance(database.orm, userId)).credits,
    shown: (userId: string) => subscriptions.activeSubscription(database.orm, userId),
    async row(id: string) {
      const [row] = await database.orm.select().from(rows).where(eq(rows.id, id));
      return row;
    },
    payments: (userId: string) =>
      database.orm
        .select()
        .from(paymentRows)
        .where(eq(paymentRows.userId, userId))
        .orderBy(paymentRows.paidAt),
    lettersTo: (userId: string) =>
      outbox
        .messages()
        .filter(({ to }) => to.startsWith(userId))
        .map(({ subject }) => subject)
        .reverse(),
  };
}

export type SubscriptionBench = ReturnType<typeof createSubscriptionBench>;
