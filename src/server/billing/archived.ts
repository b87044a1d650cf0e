import { asc, eq, getTableColumns } from 'drizzle-orm';
import type { Archived } from '#server/platform/archived.ts';
import { csvFile } from '#server/platform/text-files.ts';
import { checkouts, payments, subscriptions } from './tables.ts';

export const billingArchived: Archived = {
  /** The customer is in `account.json`. */
  tables: ['billing_customers', 'checkouts', 'payments', 'subscriptions'],
  leftOut: { billing_events: 'only ids from Stripe’s events; what they changed is in the archive' },

  async *account(orm, userId) {
    const opened = await orm
      .select()
      .from(checkouts)
      .where(eq(checkouts.userId, userId))
      .orderBy(asc(checkouts.createdAt));
    yield csvFile('credits/checkouts.csv', ['id', 'createdAt', 'state', 'quantity', 'tier'], opened);
    const paid = await orm
      .select()
      .from(payments)
      .where(eq(payments.userId, userId))
      .orderBy(asc(payments.paidAt));
    yield csvFile('credits/payments.csv', columnsOf(payments), paid);
    const subscribed = await orm
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.userId, userId))
      .orderBy(asc(subscriptions.startedAt));
    yield csvFile('credits/subscriptions.csv', columnsOf(subscriptions), subscribed);
  },
};

const columnsOf = (table: typeof payments | typeof subscriptions): string[] =>
  Object.keys(getTableColumns(table)).filter((column) => column !== 'userId');
