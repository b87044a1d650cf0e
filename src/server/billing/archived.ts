import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import type { Archived } from '#server/platform/archived.ts';
import { inParts, isAfter, ROWS_IN_PART } from '#server/platform/in-parts.ts';
import { csvFile } from '#server/platform/text-files.ts';
import { billingCustomers, checkouts, payments, subscriptions } from './tables.ts';

export const billingArchived: Archived = {
  tables: ['billing_customers', 'checkouts', 'payments', 'subscriptions'],
  leftOut: { billing_events: 'only ids from Stripe’s events; what they changed is in the archive' },

  async user(orm, userId) {
    const [customer] = await orm
      .select({ customerId: billingCustomers.customerId, createdAt: billingCustomers.createdAt })
      .from(billingCustomers)
      .where(eq(billingCustomers.userId, userId));
    return { atStripe: customer ?? null };
  },

  async *account(orm, userId) {
    const opened = inParts(
      (last) =>
        orm
          .select()
          .from(checkouts)
          .where(and(eq(checkouts.userId, userId), isAfter(checkouts.id, last)))
          .orderBy(asc(checkouts.id))
          .limit(ROWS_IN_PART),
      ({ id }) => id,
    );
    yield csvFile('credits/checkouts.csv', ['id', 'createdAt', 'state', 'quantity', 'tier'], opened);
    const paid = inParts(
      (last) =>
        orm
          .select()
          .from(payments)
          .where(and(eq(payments.userId, userId), isAfter(payments.id, last)))
          .orderBy(asc(payments.id))
          .limit(ROWS_IN_PART),
      ({ id }) => id,
    );
    yield csvFile('credits/payments.csv', columnsOf(payments), paid);
    const subscribed = inParts(
      (last) =>
        orm
          .select()
          .from(subscriptions)
          .where(and(eq(subscriptions.userId, userId), isAfter(subscriptions.id, last)))
          .orderBy(asc(subscriptions.id))
          .limit(ROWS_IN_PART),
      ({ id }) => id,
    );
    yield csvFile('credits/subscriptions.csv', columnsOf(subscriptions), subscribed);
  },
};

const columnsOf = (table: typeof payments | typeof subscriptions): string[] =>
  Object.keys(getTableColumns(table)).filter((column) => column !== 'userId');
