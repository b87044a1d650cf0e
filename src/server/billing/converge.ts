import { and, eq, isNull, ne } from 'drizzle-orm';
import { users } from '#server/accounts/tables.ts';
import { creditAccounts } from '#server/credits/tables.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { Subject } from './event-subjects.ts';
import { isGivenBack, type Payments } from './payments.ts';
import type { CheckoutFacts, InvoiceFacts, PaymentFacts, PaymentsPort, SubscriptionFacts } from './port.ts';
import { billingCustomers, checkouts, payments as paid, subscriptions } from './tables.ts';

interface SubscriptionBooks {
  takeInSubscription(facts: SubscriptionFacts & { userId: string }): Promise<void>;
  takeInInvoice(facts: InvoiceFacts): Promise<void>;
  endUnknown(subscriptionId: string): Promise<void>;
}

/** Updates our rows to the current state at Stripe, whatever the order and number of events. */
export type Convergence = ReturnType<typeof createConvergence>;

const beforeFirstPayment = ['incomplete', 'incomplete_expired'];
const over = ['canceled', 'incomplete_expired'];

export function createConvergence(
  deps: Pick<Shared, 'database' | 'log'> & {
    port: PaymentsPort;
    payments: Payments;
    subscriptions: SubscriptionBooks;
  },
) {
  const { database, port, payments, log } = deps;
  /** A checkout or invoice may also lock its payment; a subscription locks nothing else. */
  const oneAtATime = database.locks.run;

  async function userOf(customerId: string | null): Promise<string | null> {
    if (customerId === null) return null;
    const [row] = await database.orm
      .select({ userId: billingCustomers.userId })
      .from(billingCustomers)
      .where(eq(billingCustomers.customerId, customerId));
    return row?.userId ?? null;
  }

  /** Who opened it here, even if their customer is gone; else the customer's user. */
  async function userOfCheckout({ id, customerId }: CheckoutFacts): Promise<string | null> {
    const [row] = await database.orm
      .select({ userId: checkouts.userId })
      .from(checkouts)
      .where(eq(checkouts.id, id));
    return row?.userId ?? userOf(customerId);
  }

  async function isForNobody({ id, state, quantity }: CheckoutFacts, userId: string): Promise<boolean> {
    if (state !== 'paid' || quantity === null) return false;
    const [row] = await database.orm
      .select({ user: users.id, payment: paid.id })
      .from(creditAccounts)
      .leftJoin(users, eq(users.id, creditAccounts.userId))
      .leftJoin(paid, eq(paid.id, id))
      .where(eq(creditAccounts.userId, userId));
    return row !== undefined && row.user === null && row.payment === null;
  }

  async function userOfSubscription({ id, customerId }: SubscriptionFacts): Promise<string | null> {
    const [row] = await database.orm
      .select({ userId: subscriptions.userId })
      .from(subscriptions)
      .where(eq(subscriptions.id, id));
    return row?.userId ?? userOf(customerId);
  }

  /** A lower refund than recorded only counts if read after the record. */
  async function takeInPayment(facts: PaymentFacts): Promise<void> {
    const booked = await payments.takeInPayment(facts);
    if (booked === null) return;
    const again = await port.readPayment(facts.paymentIntentId);
    if (again !== null) await payments.takeInPayment(again, booked);
  }

  const payment = (paymentIntentId: string) =>
    oneAtATime(`payment ${paymentIntentId}`, async () => {
      const facts = await port.readPayment(paymentIntentId);
      if (facts !== null) await takeInPayment(facts);
    });

  async function liveBeside(userId: string, subscriptionId: string): Promise<string | null> {
    const [row] = await database.orm
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(
        and(
          eq(subscriptions.userId, userId),
          isNull(subscriptions.endedAt),
          ne(subscriptions.id, subscriptionId),
        ),
      );
    return row?.id ?? null;
  }

  async function endSecond(facts: SubscriptionFacts): Promise<void> {
    for (const invoice of await port.invoicesOf(facts.id)) {
      if (invoice.paymentIntentId !== null && invoice.amountPaidCents > 0)
        await port.refund(invoice.paymentIntentId, `second-subscription:${invoice.id}`);
    }
    await port.endSubscription(facts.id);
    log.warn({ subscription: facts.id }, 'Cancelled and refunded a user’s second subscription.');
  }

  type TakenIn = { facts: SubscriptionFacts; beside: string | null } | null;

  const takeInOne = (subscriptionId: string): Promise<TakenIn> =>
    oneAtATime(`subscription ${subscriptionId}`, async () => {
      const facts = await port.readSubscription(subscriptionId);
      if (facts === null) return null;
      const userId = await userOfSubscription(facts);
      if (userId === null) {
        log.warn(
          { subscription: facts.id, customer: facts.customerId },
          'A subscription of an unknown customer.',
        );
        return null;
      }
      const beside = over.includes(facts.status) ? null : await liveBeside(userId, facts.id);
      if (beside === null) await deps.subscriptions.takeInSubscription({ ...facts, userId });
      return { facts, beside };
    });

  /** Ends a subscription that Stripe does not know, if it blocks another one. @returns whether it did */
  const endUnknown = (subscriptionId: string): Promise<boolean> =>
    oneAtATime(`subscription ${subscriptionId}`, async () => {
      if ((await port.readSubscription(subscriptionId)) !== null) return false;
      await deps.subscriptions.endUnknown(subscriptionId);
      log.warn({ subscription: subscriptionId }, 'A subscription that Stripe does not know was ended here.');
      return true;
    });

  async function subscription(subscriptionId: string): Promise<SubscriptionFacts | null> {
    const first = await takeInOne(subscriptionId);
    if (first === null || first.beside === null) return first?.facts ?? null;
    // It may have ended without an event.
    const other = await takeInOne(first.beside);
    if (other === null) await endUnknown(first.beside);
    if (other !== null && beforeFirstPayment.includes(other.facts.status)) {
      await port.endSubscription(first.beside);
      await takeInOne(first.beside);
    }
    const again = await takeInOne(subscriptionId);
    if (again === null || again.beside === null) return again?.facts ?? null;
    await endSecond(again.facts);
    return null;
  }

  const takeInInvoice = (invoiceId: string) =>
    oneAtATime(`invoice ${invoiceId}`, async () => {
      const facts = await port.readInvoice(invoiceId);
      if (facts === null) return;
      const { paymentIntentId } = facts;
      if (paymentIntentId === null || facts.state !== 'paid') return deps.subscriptions.takeInInvoice(facts);
      // A refund waits until the credits are granted.
      await oneAtATime(`payment ${paymentIntentId}`, async () => {
        const payment = await port.readPayment(paymentIntentId);
        if (!isGivenBack(payment)) await deps.subscriptions.takeInInvoice(facts);
        if (payment !== null) await takeInPayment(payment);
      });
    });

  async function subscriptionWithInvoice(subscriptionId: string, invoice?: InvoiceFacts): Promise<void> {
    const facts = await subscription(subscriptionId);
    if (facts === null) return;
    if (facts.latestInvoiceId !== null) await takeInInvoice(facts.latestInvoiceId);
    if (invoice !== undefined && invoice.id !== facts.latestInvoiceId) await takeInInvoice(invoice.id);
  }

  async function invoice(invoiceId: string): Promise<void> {
    const facts = await port.readInvoice(invoiceId);
    if (facts?.subscriptionId) await subscriptionWithInvoice(facts.subscriptionId, facts);
  }

  const takeInCheckout = (checkoutId: string) =>
    oneAtATime(`checkout ${checkoutId}`, async () => {
      const facts = await port.readCheckout(checkoutId);
      if (facts === null) return null;
      const userId = await userOfCheckout(facts);
      if (userId === null || userId !== facts.userId) {
        log.warn({ checkout: facts.id, customer: facts.customerId }, 'A checkout of an unknown customer.');
        return null;
      }
      const { paymentIntentId } = facts;
      const known = { ...facts, userId };
      if (paymentIntentId !== null && (await isForNobody(facts, userId))) {
        await port.refund(paymentIntentId, `of-nobody:${facts.id}`);
        log.warn({ checkout: facts.id }, 'Refunded a payment of a deleted account.');
      }
      if (facts.state !== 'paid' || paymentIntentId === null) await payments.takeInCheckout(known, null);
      else
        await oneAtATime(`payment ${paymentIntentId}`, async () =>
          payments.takeInCheckout(known, await port.readPayment(paymentIntentId)),
        );
      return facts;
    });

  async function checkout(checkoutId: string): Promise<CheckoutFacts | null> {
    const facts = await takeInCheckout(checkoutId);
    if (facts?.subscriptionId) await subscriptionWithInvoice(facts.subscriptionId);
    return facts;
  }

  return {
    checkout,
    endUnknown,
    async takeIn({ kind, id }: Subject): Promise<void> {
      if (kind === 'checkout') await checkout(id);
      else if (kind === 'subscription') await subscriptionWithInvoice(id);
      else if (kind === 'invoice') await invoice(id);
      else if (kind === 'payment') await payment(id);
    },
  };
}
