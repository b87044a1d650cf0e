import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import type { Archived } from '#server/platform/archived.ts';
import { inParts, isAfter, ROWS_IN_PART } from '#server/platform/in-parts.ts';
import { csvFile } from '#server/platform/text-files.ts';
import { ledger, lotRefunds, reservations } from './tables.ts';

export const creditsArchived: Archived = {
  tables: ['ledger', 'reservations', 'lot_refunds'],
  leftOut: {
    credit_accounts: 'has only the id; what was credited is in the ledger',
    credit_lots: 'is the sum of the entries of each lot',
  },

  async *account(orm, userId) {
    const entries = inParts(
      (last) =>
        orm
          .select()
          .from(ledger)
          .where(and(eq(ledger.userId, userId), isAfter(ledger.id, last)))
          .orderBy(asc(ledger.id))
          .limit(ROWS_IN_PART),
      ({ id }) => id,
    );
    yield csvFile(
      'credits/ledger.csv',
      ['id', 'createdAt', 'kind', 'unit', 'delta', 'lotId', 'reference', 'expiresAt'],
      entries,
    );
    const reserved = inParts(
      (last) =>
        orm
          .select()
          .from(reservations)
          .where(and(eq(reservations.userId, userId), isAfter(reservations.analysisId, last)))
          .orderBy(asc(reservations.analysisId))
          .limit(ROWS_IN_PART),
      ({ analysisId }) => analysisId,
    );
    yield csvFile(
      'credits/reservations.csv',
      ['analysisId', 'state', 'payment', 'amount', 'attempt'],
      reserved,
    );
    const refunded = inParts(
      (last) =>
        orm
          .select(getTableColumns(lotRefunds))
          .from(lotRefunds)
          .innerJoin(ledger, eq(ledger.id, lotRefunds.lotId))
          .where(and(eq(ledger.userId, userId), isAfter(lotRefunds.lotId, last)))
          .orderBy(asc(lotRefunds.lotId))
          .limit(ROWS_IN_PART),
      ({ lotId }) => lotId,
    );
    yield csvFile('credits/refunds.csv', ['lotId', 'credits'], refunded);
  },
};
