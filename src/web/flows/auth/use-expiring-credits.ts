import { useMemo } from 'react';
import { isExpiryNear } from '#contract/prices.ts';
import { useAuth } from './use-auth.ts';

/** Within 60 days (R9.6, R3.3). */
export function useExpiringCredits(): { amount: number; date: string } | null {
  const expiration = useAuth().user?.nextCreditExpiration ?? null;
  return useMemo(() => {
    if (expiration === null || expiration.expiringAmount === 0) return null;
    const { expirationDate: date, expiringAmount: amount } = expiration;
    return isExpiryNear(Date.parse(date), Date.now()) ? { amount, date } : null;
  }, [expiration]);
}
