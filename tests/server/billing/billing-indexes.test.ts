import { eq, isNotNull, lt, type SQLWrapper, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { billingEvents, checkouts, payments } from '#server/billing/tables.ts';
import type { Database } from '#server/platform/database/database.ts';
import { openTestDatabase } from '#tests/support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Reading a whole table is the last resort, as for a large table. */
const planOf = (query: SQLWrapper): Promise<string> =>
  database.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const { rows } = await tx.execute<Record<string, string>>(sql`explain ${query}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });

it('events and housekeeping find payments without reading everyone’s', async () => {
  const { orm } = database;
  const plans = await Promise.all([
    planOf(orm.select().from(payments).where(eq(payments.subscriptionId, 'sub_1'))),
    planOf(
      orm.select().from(checkouts).where(sql`${checkouts.state} = 'open' and ${checkouts.createdAt} < now()`),
    ),
    planOf(
      orm
        .select()
        .from(billingEvents)
        .where(lt(billingEvents.receivedAt, new Date(0))),
    ),
    planOf(orm.select().from(payments).where(isNotNull(payments.currency))),
  ]);
  expect(plans.map((plan) => /Seq Scan/.test(plan))).toEqual([false, false, false, true]);
});
