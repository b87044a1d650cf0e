import { and, eq, gt, type SQLWrapper } from 'drizzle-orm';
import { creditLots, type LedgerUnit } from './tables.ts';

export interface Balance {
  credits: number;
  freeAnalyses: number;
}

export interface Lot {
  id: number;
  unit: LedgerUnit;
  remaining: number;
  expiresAt: Date | null;
  isExpired: boolean;
}

/** One row per lot `ofUser`. */
export const lotColumns = {
  unit: creditLots.unit,
  id: creditLots.lotId,
  remaining: creditLots.remaining,
  expiresAt: creditLots.expiresAt,
};
/** Without empty ones, however many there were. */
export const ofUser = (userId: string | SQLWrapper) =>
  and(eq(creditLots.userId, userId), gt(creditLots.remaining, 0));

type LotRow = {
  unit: LedgerUnit | null;
  id: number | null;
  remaining: number | null;
  expiresAt: Date | null;
};

const end = (lot: Lot) => lot.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;

/** Soonest to expire first. A row without a lot is of a user without one. */
export function readLots(rows: readonly LotRow[], now: Date): Lot[] {
  return rows
    .flatMap(({ unit, id, remaining, expiresAt }) =>
      unit === null || id === null || remaining === null
        ? []
        : [{ unit, id, remaining, expiresAt, isExpired: expiresAt !== null && expiresAt <= now }],
    )
    .sort((a, b) => (end(a) === end(b) ? a.id - b.id : end(a) - end(b)));
}

export const sumOf = (lots: readonly Lot[]): number =>
  lots.reduce((total, lot) => (lot.isExpired ? total : total + lot.remaining), 0);

export function balanceOf(lots: readonly Lot[]): Balance {
  const of = (unit: LedgerUnit) => sumOf(lots.filter((lot) => lot.unit === unit));
  return { credits: of('credits'), freeAnalyses: of('freeAnalyses') };
}

export function expirationsOf(lots: readonly Lot[]): { expirationDate: string; amount: number }[] {
  const amounts = new Map<string, number>();
  for (const { unit, expiresAt, isExpired, remaining } of lots) {
    if (unit !== 'credits' || isExpired || expiresAt === null) continue;
    const at = expiresAt.toISOString();
    amounts.set(at, (amounts.get(at) ?? 0) + remaining);
  }
  return [...amounts].map(([expirationDate, amount]) => ({ expirationDate, amount }));
}

/** R3.3. */
export function nextExpirationOf(
  lots: readonly Lot[],
): { expirationDate: string; expiringAmount: number } | null {
  const [first] = expirationsOf(lots);
  return first === undefined ? null : { expirationDate: first.expirationDate, expiringAmount: first.amount };
}
