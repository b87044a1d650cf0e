import { asc, eq, getTableColumns } from 'drizzle-orm';
import { checkouts, payments, subscriptions } from '#server/billing/tables.ts';
import { ledger, lotRefunds, reservations } from '#server/credits/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { csvFile, type TextFile } from './text-files.ts';

export async function creditFiles(orm: Orm, userId: string): Promise<TextFile[]> {
  const entries = await orm.select().from(ledger).where(eq(ledger.userId, userId)).orderBy(asc(ledger.id));
  const reserved = await orm
    .select()
    .from(reservations)
    .where(eq(reservations.userId, userId))
    .orderBy(asc(reservations.analysisId));
  const opened = await orm
    .select()
    .from(checkouts)
    .where(eq(checkouts.userId, userId))
    .orderBy(asc(checkouts.createdAt));
  const paid = await orm
    .select()
    .from(payments)
    .where(eq(payments.userId, userId))
    .orderBy(asc(payments.paidAt));
  const refunded = await orm
    .select(getTableColumns(lotRefunds))
    .from(lotRefunds)
    .innerJoin(ledger, eq(ledger.id, lotRefunds.lotId))
    .where(eq(ledger.userId, userId))
    .orderBy(asc(lotRefunds.lotId));
  const subscribed = await orm
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(asc(subscriptions.startedAt));
  return [
    csvFile(
      'credits/ledger.csv',
      ['id', 'createdAt', 'kind', 'unit', 'delta', 'lotId', 'reference', 'expiresAt'],
      entries,
    ),
    csvFile('credits/reservations.csv', ['analysisId', 'state', 'payment', 'amount', 'attempt'], reserved),
    csvFile('credits/checkouts.csv', ['id', 'createdAt', 'state', 'quantity', 'tier'], opened),
    csvFile('credits/payments.csv', columnsOf(payments), paid),
    csvFile('credits/refunds.csv', ['lotId', 'credits'], refunded),
    csvFile('credits/subscriptions.csv', columnsOf(subscriptions), subscribed),
  ];
}

const columnsOf = (table: typeof payments | typeof subscriptions): string[] =>
  Object.keys(getTableColumns(table)).filter((column) => column !== 'userId');
