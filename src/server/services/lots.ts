import { sql } from 'drizzle-orm';
import { type LedgerUnit, ledger } from '../store/tables/credits.ts';

export interface Balance {
  /** Whole credits, never negative. */
  credits: number;
  freeAnalyses: number;
}

/** What is left of one grant or purchase. */
export interface Lot {
  id: number;
  unit: LedgerUnit;
  remaining: number;
  expiresAt: Date | null;
  isExpired: boolean;
}

const lotId = sql<number | null>`coalesce(${ledger.lotId}, ${ledger.id})`;

/** For a query over ledger entries, grouped by `lotGroups`: one row for each lot. */
export const lotColumns = {
  unit: ledger.unit,
  id: lotId.mapWith(ledger.id),
  remaining: sql<number>`coalesce(sum(${ledger.delta}), 0)::int`,
  expiresAt: sql<Date | null>`max(${ledger.expiresAt})`.mapWith(ledger.expiresAt),
};
export const lotGroups = [ledger.unit, lotId] as const;

type LotRow = { unit: LedgerUnit | null; id: number | null; remaining: number; expiresAt: Date | null };

const end = (lot: Lot) => lot.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;

/** Lots that hold something, the soonest to expire first; those without an end last. */
export function readLots(rows: readonly LotRow[], now: Date): Lot[] {
  return rows
    .flatMap(({ unit, id, remaining, expiresAt }) =>
      unit === null || id === null || remaining <= 0
        ? []
        : [{ unit, id, remaining, expiresAt, isExpired: expiresAt !== null && expiresAt <= now }],
    )
    .sort((a, b) => (end(a) === end(b) ? a.id - b.id : end(a) - end(b)));
}

/** What can be spent of these lots. */
export const sumOf = (lots: readonly Lot[]): number =>
  lots.reduce((total, lot) => (lot.isExpired ? total : total + lot.remaining), 0);

export function balanceOf(lots: readonly Lot[]): Balance {
  const of = (unit: LedgerUnit) => sumOf(lots.filter((lot) => lot.unit === unit));
  return { credits: of('credits'), freeAnalyses: of('freeAnalyses') };
}

/** The credits that expire next (R3.3). */
export function nextExpirationOf(
  lots: readonly Lot[],
): { expirationDate: string; expiringAmount: number } | null {
  const credits = lots.filter((lot) => lot.unit === 'credits' && !lot.isExpired);
  const first = credits[0]?.expiresAt;
  if (!first) return null;
  const together = credits.filter((lot) => lot.expiresAt?.getTime() === first.getTime());
  return { expirationDate: first.toISOString(), expiringAmount: sumOf(together) };
}
