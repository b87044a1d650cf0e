import { and, eq, ne } from 'drizzle-orm';
import { creditsOf } from '#contract/prices.ts';
import type { Logger } from '../log.ts';
import type { Credits } from '../services/credits.ts';
import type { Database, Orm } from '../store/database.ts';
import { checkouts, payments } from '../store/tables/billing.ts';
import { creditAccounts } from '../store/tables/credits.ts';
import type { CheckoutFacts, PaymentFacts } from './port.ts';

/** What has been read of payments comes into the books here, however often and in whatever order. */
export interface Payments {
  /**
   * How a checkout stands; once it is paid for credits, the credits.
   * @param payment of its payment intent, read with it: what was given back in full before it came here brings nothing
   */
  takeInCheckout(facts: CheckoutFacts & { userId: string }, payment: PaymentFacts | null): Promise<void>;
  /** What was given back of a payment takes its part of the credits back. Nothing, where the payment brought none. */
  takeInPayment(facts: PaymentFacts): Promise<void>;
}

/** How many of the credits of a payment its refunds take in all: rounded in the user's favour. */
export function creditsTaken(
  payment: { amountCents: number; credits: number },
  refundedCents: number,
): number {
  if (refundedCents >= payment.amountCents) return payment.credits;
  return Math.floor((payment.credits * refundedCents) / payment.amountCents);
}

export const isGivenBack = (payment: PaymentFacts | null): boolean =>
  payment !== null && payment.amountCents > 0 && payment.refundedCents >= payment.amountCents;

/** Books exist before anything refers to them, and are locked before anything else of them is. */
export async function lockBooks(tx: Orm, userId: string): Promise<void> {
  await tx.insert(creditAccounts).values({ userId }).onConflictDoNothing();
  await tx.select().from(creditAccounts).where(eq(creditAccounts.userId, userId)).for('update');
}

export function createPayments(deps: { database: Database; credits: Credits; log: Logger }): Payments {
  const { database, credits, log } = deps;

  async function followRefunds(tx: Orm, facts: PaymentFacts): Promise<void> {
    const isOfIntent = eq(payments.paymentIntentId, facts.paymentIntentId);
    const [seen] = await tx.select({ userId: payments.userId }).from(payments).where(isOfIntent);
    if (seen === undefined) return;
    await lockBooks(tx, seen.userId);
    const [row] = await tx.select().from(payments).where(isOfIntent);
    if (row === undefined) return;
    const refundedCents = Math.min(facts.refundedCents, row.amountCents);
    if (refundedCents === row.refundedCents) return;
    await tx.update(payments).set({ refundedCents }).where(eq(payments.id, row.id));
    if (refundedCents < row.refundedCents) {
      log.warn({ payment: row.id }, 'A refund did not come about; the credits that it took stay taken.');
      return;
    }
    const taken = creditsTaken(row, refundedCents);
    if (taken > 0) await credits.refund(tx, { userId: row.userId, lotId: row.lotId, credits: taken });
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
    takeInCheckout: (facts, payment) =>
      database.transaction(async (tx) => {
        const { id, userId, quantity } = facts;
        await lockBooks(tx, userId);
        const state = facts.state === 'processing' ? 'open' : facts.state;
        await tx
          .update(checkouts)
          .set({ state })
          .where(and(eq(checkouts.id, id), ne(checkouts.state, 'paid')));
        if (facts.state !== 'paid' || quantity === null) return;
        if (!isGivenBack(payment)) await grantPurchase(tx, { ...facts, quantity });
        if (payment !== null) await followRefunds(tx, payment);
      }),
    takeInPayment: (facts) => database.transaction((tx) => followRefunds(tx, facts)),
  };
}
