import { creditsOf, subscriptionPlans } from '#contract/prices.ts';
import type { Difference } from '#contract/reconciliation.ts';
import { creditsOfInvoice } from './invoices.ts';
import { creditsTaken, isGivenBack } from './payments.ts';
import type { CheckoutFacts, InvoiceFacts, PaymentFacts, PaymentsPort, SubscriptionFacts } from './port.ts';
import type { payments, subscriptions } from './tables.ts';

type PaymentRow = typeof payments.$inferSelect;
export type SubscriptionRow = typeof subscriptions.$inferSelect;

export interface TwoBooks {
  stripe: {
    checkouts: ReadonlyMap<string, CheckoutFacts>;
    invoices: ReadonlyMap<string, InvoiceFacts>;
    subscriptions: ReadonlyMap<string, SubscriptionFacts>;
    payments: ReadonlyMap<string, PaymentFacts>;
    invoicesOf: ReadonlyMap<string, readonly InvoiceFacts[]>;
    prices: Awaited<ReturnType<PaymentsPort['readPrices']>>;
  };
  ours: {
    payments: readonly PaymentRow[];
    subscriptions: readonly SubscriptionRow[];
    users: ReadonlyMap<string, string>;
    lots: ReadonlyMap<number, Lot>;
  };
}

export interface Lot {
  id: number;
  userId: string;
  kind: string;
  source: string;
  credits: number;
  refunded: number;
  left: number;
}

const difference = (
  kind: Difference['kind'],
  subject: string,
  userId: string | null,
  what: string,
  remedy: string,
  isMendable = false,
): Difference => ({ kind, subject, userId, what, remedy, isMendable });

const money = (cents: number, currency: string) => `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`;
const takeIn = 'Run it again with --mend, which records it.';

const broughtBy = (invoice: InvoiceFacts, { stripe }: TwoBooks): number | null => {
  const { subscriptionId } = invoice;
  if (subscriptionId === null) return null;
  return creditsOfInvoice(invoice, stripe.invoicesOf.get(subscriptionId) ?? [])?.credits ?? null;
};

export function paidWithoutCredits(books: TwoBooks): Difference[] {
  const { stripe, ours } = books;
  const known = new Set(ours.payments.map(({ id }) => id));
  const isBack = (intent: string | null) =>
    intent !== null && isGivenBack(stripe.payments.get(intent) ?? null);
  const about = (id: string, what: string, customerId: string | null) => {
    const userId = customerId === null ? null : (ours.users.get(customerId) ?? null);
    const remedy =
      userId === null ? 'Its customer has no user here (any more): refund it at Stripe.' : takeIn;
    return difference(
      'paidWithoutCredits',
      id,
      userId,
      `${what} is paid and brought no credits.`,
      remedy,
      userId !== null,
    );
  };
  const checkouts = [...stripe.checkouts.values()].filter(
    (one) =>
      one.state === 'paid' && one.quantity !== null && !known.has(one.id) && !isBack(one.paymentIntentId),
  );
  const invoices = [...stripe.invoices.values()].filter(
    (one) => broughtBy(one, books) !== null && !known.has(one.id) && !isBack(one.paymentIntentId),
  );
  return [
    ...checkouts.map(({ id, customerId, amountCents, currency }) =>
      about(id, `The checkout ${id} (${money(amountCents, currency)})`, customerId),
    ),
    ...invoices.map(({ id, customerId, amountPaidCents, currency }) =>
      about(id, `The invoice ${id} (${money(amountPaidCents, currency)})`, customerId),
    ),
  ];
}

export function paymentsThatDiffer(books: TwoBooks): Difference[] {
  const { stripe, ours } = books;
  return ours.payments.flatMap((row) => {
    const checkout = row.kind === 'purchase' ? stripe.checkouts.get(row.id) : undefined;
    const invoice = row.kind === 'purchase' ? undefined : stripe.invoices.get(row.id);
    if ((checkout ?? invoice)?.state !== 'paid')
      return difference(
        'creditsWithoutPayment',
        row.id,
        row.userId,
        `${row.id} brought ${row.credits} credits, and Stripe knows of no payment of it.`,
        'Check it at Stripe: is it from another account, or from test mode? The credits stay until you ' +
          'decide.',
      );
    const cents = checkout?.amountCents ?? invoice?.amountPaidCents ?? 0;
    const currency = checkout?.currency ?? invoice?.currency ?? row.currency;
    const sold =
      (checkout?.quantity ? creditsOf(checkout.quantity) : null) ??
      (invoice === undefined ? null : broughtBy(invoice, books)) ??
      row.credits;
    const found: Difference[] = [];
    if (cents !== row.amountCents || currency !== row.currency)
      found.push(
        difference(
          'amountDiffers',
          row.id,
          row.userId,
          `${row.id} is ${money(row.amountCents, row.currency)} here and ${money(cents, currency)} at Stripe.`,
          'Check it at Stripe; the amount of a payment does not change by itself.',
        ),
      );
    if (sold !== row.credits)
      found.push(
        difference(
          'amountDiffers',
          row.id,
          row.userId,
          `${row.id} granted ${row.credits} credits, and the purchase was for ${sold}.`,
          'Has the price changed since? If not, grant or refund the difference.',
        ),
      );
    return found;
  });
}

export function refundsThatDiffer({ stripe, ours }: TwoBooks): Difference[] {
  return ours.payments.flatMap((row) => {
    const there = row.paymentIntentId === null ? undefined : stripe.payments.get(row.paymentIntentId);
    const refundedCents = Math.min(there?.refundedCents ?? 0, row.amountCents);
    if (there !== undefined && refundedCents !== row.refundedCents)
      return difference(
        'refundDiffers',
        row.id,
        row.userId,
        `Of ${row.id}, ${money(row.refundedCents, row.currency)} are given back here and ${money(refundedCents, row.currency)} at Stripe.`,
        takeIn,
        true,
      );
    const lot = ours.lots.get(row.lotId);
    const wanted = creditsTaken(row, row.refundedCents);
    if (lot === undefined || lot.refunded <= wanted) return [];
    return difference(
      'refundDiffers',
      row.id,
      row.userId,
      `Of ${row.id}, refunds have taken ${lot.refunded} credits, and ${wanted} were due.`,
      'A refund failed, or was taken back: grant the difference.',
    );
  });
}

export function ledgerThatDiffers({ ours }: TwoBooks): Difference[] {
  const byLot = new Map(ours.payments.map((row) => [row.lotId, row]));
  const remedy =
    'The server always writes the ledger together with its payment: restore a backup next to it and compare.';
  return [...ours.lots.values()].flatMap((lot) => {
    const row = byLot.get(lot.id);
    if (row === undefined)
      return difference(
        'creditsWithoutPayment',
        lot.source,
        lot.userId,
        `The ledger has ${lot.credits} credits of ${lot.source} (${lot.kind}), and there is no payment of it.`,
        remedy,
      );
    return row.credits === lot.credits
      ? []
      : difference(
          'ledgerDiffers',
          row.id,
          row.userId,
          `${row.id} is ${row.credits} credits by its payment and ${lot.credits} by the ledger.`,
          remedy,
        );
  });
}

const isLive = ({ status }: SubscriptionFacts) =>
  !['canceled', 'incomplete', 'incomplete_expired'].includes(status);

const owes = ({ status }: SubscriptionFacts) => ['past_due', 'unpaid', 'paused'].includes(status);

export function subscriptionsThatDiffer({ stripe, ours }: TwoBooks): Difference[] {
  const rows = new Map(ours.subscriptions.map((row) => [row.id, row]));
  const found: Difference[] = [];
  const live = new Map<string, string[]>();
  for (const there of stripe.subscriptions.values()) {
    const here = rows.get(there.id);
    const userId = here?.userId ?? ours.users.get(there.customerId) ?? null;
    if (isLive(there)) live.set(there.customerId, [...(live.get(there.customerId) ?? []), there.id]);
    if (here === undefined) {
      if (isLive(there))
        found.push(
          difference(
            'subscriptionMissing',
            there.id,
            userId,
            `The subscription ${there.id} (${there.status}) is not known here.`,
            userId === null ? 'Its customer has no user here (any more): cancel it at Stripe.' : takeIn,
            userId !== null,
          ),
        );
      continue;
    }
    const apart = [
      here.tier === there.tier ? '' : `tier ${here.tier} here, ${there.tier} there`,
      here.pendingTier === there.pendingTier
        ? ''
        : `changes to ${here.pendingTier ?? 'nothing'} here, ${there.pendingTier ?? 'nothing'} there`,
      here.periodEnd.getTime() === there.periodEnd.getTime()
        ? ''
        : `period until ${here.periodEnd.toISOString()} here, ${there.periodEnd.toISOString()} there`,
      (here.endedAt === null) === (there.endedAt === null)
        ? ''
        : `${here.endedAt === null ? 'live' : 'ended'} here, ${there.status} there`,
      (here.cancelledAt !== null) === there.isCancelledAtPeriodEnd || there.endedAt !== null
        ? ''
        : `${here.cancelledAt === null ? 'not cancelled' : 'cancelled'} here, the other way there`,
      (here.graceEndsAt !== null) === owes(there) || there.endedAt !== null
        ? ''
        : `${here.graceEndsAt === null ? 'paid' : 'owing a payment'} here, ${there.status} there`,
    ].filter((text) => text !== '');
    if (apart.length > 0)
      found.push(
        difference(
          'subscriptionDiffers',
          there.id,
          userId,
          `The subscription ${there.id}: ${apart.join('; ')}.`,
          takeIn,
          true,
        ),
      );
  }
  for (const [customerId, ids] of live)
    if (ids.length > 1)
      found.push(
        difference(
          'twoSubscriptions',
          ids.join(', '),
          ours.users.get(customerId) ?? null,
          `The customer ${customerId} has ${ids.length} live subscriptions.`,
          'Run it again with --mend, which cancels and refunds the later one.',
          true,
        ),
      );
  for (const row of ours.subscriptions)
    if (row.endedAt === null && !stripe.subscriptions.has(row.id))
      found.push(
        difference(
          'subscriptionDiffers',
          row.id,
          row.userId,
          `The subscription ${row.id} is live here, and Stripe does not know it as one of ours.`,
          'Is it of another account, of test mode, or at a price that STRIPE_PRICE_STANDARD and STRIPE_PRICE_PRO do not name (any more)? It grants no credits until that is fixed.',
        ),
      );
  return found;
}

export function pricesThatDiffer({ stripe }: TwoBooks): Difference[] {
  return stripe.prices.flatMap(({ tier, priceId, cents, currency, isMonthly, isActive }) => {
    const wanted = subscriptionPlans[tier].centsPerMonth;
    const wrong = [
      cents === wanted && currency === 'usd'
        ? ''
        : `costs ${cents === null ? 'no whole cents' : money(cents, currency)} instead of ${money(wanted, 'usd')}`,
      isMonthly ? '' : 'is not monthly',
      isActive ? '' : 'is not active',
    ].filter((text) => text !== '');
    return wrong.length === 0
      ? []
      : difference(
          'priceDiffers',
          priceId,
          null,
          `The price ${priceId} of ${tier} ${wrong.join(' and ')}.`,
          'Create a price that matches the page, and set STRIPE_PRICE_STANDARD or STRIPE_PRICE_PRO to it.',
        );
  });
}
