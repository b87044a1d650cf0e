import { eq, getTableColumns } from 'drizzle-orm';
import type { Archived } from '#server/platform/archived.ts';
import { rowsInParts } from '#server/platform/in-parts.ts';
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
    const opened = rowsInParts(orm.select().from(checkouts), checkouts.id, eq(checkouts.userId, userId));
    yield csvFile('credits/checkouts.csv', ['id', 'createdAt', 'state', 'quantity', 'tier'], opened);
    const paid = rowsInParts(orm.select().from(payments), payments.id, eq(payments.userId, userId));
    yield csvFile('credits/payments.csv', columnsOf(payments), paid);
    const subscribed = rowsInParts(
      orm.select().from(subscriptions),
      subscriptions.id,
      eq(subscriptions.userId, userId),
    );
    yield csvFile('credits/subscriptions.csv', columnsOf(subscriptions), subscribed);
  },
};

const columnsOf = (table: typeof payments | typeof subscriptions): string[] =>
  Object.keys(getTableColumns(table)).filter((column) => column !== 'userId');
