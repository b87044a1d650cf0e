import { eq, getTableColumns } from 'drizzle-orm';
import type { Archived } from '#server/platform/archived.ts';
import { rowsInParts } from '#server/platform/in-parts.ts';
import { csvFile } from '#server/platform/text-files.ts';
import { ledger, lotRefunds, reservations } from './tables.ts';

export const creditsArchived: Archived = {
  tables: ['ledger', 'reservations', 'lot_refunds'],
  leftOut: {
    credit_accounts: 'has only the id; what was credited is in the ledger',
    credit_lots: 'is the sum of the entries of each lot',
  },

  async *account(orm, userId) {
    const entries = rowsInParts(orm.select().from(ledger), ledger.id, eq(ledger.userId, userId));
    yield csvFile(
      'credits/ledger.csv',
      ['id', 'createdAt', 'kind', 'unit', 'delta', 'lotId', 'reference', 'expiresAt'],
      entries,
    );
    const reserved = rowsInParts(
      orm.select().from(reservations),
      reservations.analysisId,
      eq(reservations.userId, userId),
    );
    yield csvFile(
      'credits/reservations.csv',
      ['analysisId', 'state', 'payment', 'amount', 'attempt'],
      reserved,
    );
    const refunded = rowsInParts(
      orm
        .select(getTableColumns(lotRefunds))
        .from(lotRefunds)
        .innerJoin(ledger, eq(ledger.id, lotRefunds.lotId)),
      lotRefunds.lotId,
      eq(ledger.userId, userId),
    );
    yield csvFile('credits/refunds.csv', ['lotId', 'credits'], refunded);
  },
};
