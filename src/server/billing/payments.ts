import { and, eq, ne } from 'drizzle-orm';
import { creditsOf } from '#contract/prices.ts';
import type { Credits } from '#server/credits/credits.ts';
import { lockAccount } from '#server/credits/ledger-entries.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import type { Logger } from '#server/platform/log.ts';
import type { CheckoutFacts, PaymentFacts } from './port.ts';
import { checkouts, payments } from './tables.ts';

export type Payments = ReturnType<typeof createPayments>;

/** Rounded in the user's favor. */
export function creditsTaken(
  payment: { amountCents: number; credits: number },
  refundedCents: number,
): number {
  if (refundedCents >= payment.amountCents) return payment.credits;
  return Math.floor((payment.credits * refundedCents) / payment.amountCents);
}

export const isGivenBack = (payment: PaymentFacts | null): boolean =>
  payment !== null && payment.amountCents > 0 && payment.refundedCents >= payment.amountCents;

export function createPayments(deps: { database: Database; credits: Credits; log: Logger }) {
  const { database, credits, log } = deps;

  async function followRefunds(tx: Orm, facts: PaymentFacts, overtaken?: number): Promise<number | null> {
    const isOfIntent = eq(payments.paymentIntentId, facts.paymentIntentId);
    const [seen] = await tx.select({ userId: payments.userId }).from(payments).where(isOfIntent);
    if (seen === undefined) return null;
    await lockAccount(tx, seen.userId);
    const [row] = await tx.select().from(payments).where(isOfIntent);
    if (row === undefined) return null;
    const refundedCents = Math.min(facts.refundedCents, row.amountCents);
    if (refundedCents === row.refundedCents) return null;
    const isLess = refundedCents < row.refundedCents;
    if (isLess && row.refundedCents !== overtaken) return row.refundedCents;
    await tx.update(payments).set({ refundedCents }).where(eq(payments.id, row.id));
    const ofLot = { userId: row.userId, lotId: row.lotId, credits: creditsTaken(row, refundedCents) };
    if (isLess) {
      const { given } = await credits.undoRefund(tx, ofLot);
      log.warn({ payment: row.id, credits: given }, 'A refund failed: its credits are back.');
    } else if (ofLot.credits > 0) await credits.refund(tx, ofLot);
    return null;
  }

  async function grantPurchase(tx: Orm, facts: CheckoutFacts & { userId: string; quantity: number }) {
    const [known] = await tx.select({ id: payments.id }).from(payments).where(eq(payments.id, facts.id));
    if (known !== undefined) return;
    const amount = creditsOf(facts.quantity);
    const { lotId } = await credits.grant(tx, {
      userId: facts.userId,
      unit: 'credits',
      amount,
      kind: 'purchase',
      key: facts.id,
      reference: facts.id,
    });
    await tx.insert(payments).values({
      id: facts.id,
      userId: facts.userId,
      kind: 'purchase',
      paymentIntentId: facts.paymentIntentId,
      amountCents: facts.amountCents,
      currency: facts.currency,
      credits: amount,
      lotId,
      paidAt: facts.paidAt ?? facts.createdAt,
    });
  }

  return {
    /** Grants a checkout's credits once. A `payment` already refunded in full grants nothing. */
    takeInCheckout: (facts: CheckoutFacts & { userId: string }, payment: PaymentFacts | null) =>
      database.transaction(async (tx) => {
        const { id, userId, quantity } = facts;
        await lockAccount(tx, userId);
        const state = facts.state === 'processing' ? 'open' : facts.state;
        await tx
          .update(checkouts)
          .set({ state })
          .where(and(eq(checkouts.id, id), ne(checkouts.state, 'paid')));
        if (facts.state !== 'paid' || quantity === null) return;
        if (!isGivenBack(payment)) await grantPurchase(tx, { ...facts, quantity });
        if (payment !== null) await followRefunds(tx, payment);
      }),
    /**
     * Takes back credits. Ignores a lower refund than recorded, because another process may have read later.
     * @param overtaken the recorded refund before `facts` were read: a lower one is then true (failed refund,
     * won dispute)
     * @returns the recorded refund if it is higher than the facts'; null: recorded
     */
    takeInPayment: (facts: PaymentFacts, overtaken?: number) =>
      database.transaction((tx) => followRefunds(tx, facts, overtaken)),
  };
}
