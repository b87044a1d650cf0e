import { asc, eq, getTableColumns } from 'drizzle-orm';
import type { Archived } from '#server/platform/archived.ts';
import { csvFile } from '#server/platform/text-files.ts';
import { ledger, lotRefunds, reservations } from './tables.ts';

export const creditsArchived: Archived = {
  tables: ['ledger', 'reservations', 'lot_refunds'],
  leftOut: { credit_accounts: 'has only the id; what was credited is in the ledger' },

  async *account(orm, userId) {
    const entries = await orm.select().from(ledger).where(eq(ledger.userId, userId)).orderBy(asc(ledger.id));
    yield csvFile(
      'credits/ledger.csv',
      ['id', 'createdAt', 'kind', 'unit', 'delta', 'lotId', 'reference', 'expiresAt'],
      entries,
    );
    const reserved = await orm
      .select()
      .from(reservations)
      .where(eq(reservations.userId, userId))
      .orderBy(asc(reservations.analysisId));
    yield csvFile(
      'credits/reservations.csv',
      ['analysisId', 'state', 'payment', 'amount', 'attempt'],
      reserved,
    );
    const refunded = await orm
      .select(getTableColumns(lotRefunds))
      .from(lotRefunds)
      .innerJoin(ledger, eq(ledger.id, lotRefunds.lotId))
      .where(eq(ledger.userId, userId))
      .orderBy(asc(lotRefunds.lotId));
    yield csvFile('credits/refunds.csv', ['lotId', 'credits'], refunded);
  },
};
