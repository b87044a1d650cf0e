import { and, gte, isNull, lt, or, sql } from 'drizzle-orm';
import type { Difference, ReconciliationReport } from '#contract/reconciliation.ts';
import { findLedgerFaults } from '#server/credits/ledger-checks.ts';
import { ledger } from '#server/credits/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { Convergence } from './converge.ts';
import {
  type Lot,
  ledgerThatDiffers,
  paidWithoutCredits,
  paymentsThatDiffer,
  pricesThatDiffer,
  refundsThatDiffer,
  subscriptionsThatDiffer,
  type TwoBooks,
} from './differences.ts';
import type { Subject } from './event-subjects.ts';
import type { BillingEvents } from './events.ts';
import { needsCycle } from './invoices.ts';
import {
  type CheckoutFacts,
  type InvoiceFacts,
  type PaymentFacts,
  type PaymentsPort,
  type SubscriptionFacts,
  UnknownPriceError,
} from './port.ts';
import { billingCustomers, billingEvents, payments, subscriptions } from './tables.ts';

const eventWaitsAfterMs = 3_600_000;
const beginning = new Date(0);

export function waitingEvents(orm: Orm, now: Date) {
  const late = new Date(now.getTime() - eventWaitsAfterMs);
  return orm
    .select()
    .from(billingEvents)
    .where(and(isNull(billingEvents.processedAt), lt(billingEvents.receivedAt, late)));
}

export type Reconcile = (wanted: {
  since?: Date | undefined;
  mend: boolean;
}) => Promise<ReconciliationReport>;

/** Recordings whose files are missing, and the number that should be stored. */
export type FindMissing = () => Promise<{
  count: number;
  missing: readonly { uploadId: string; userId: string; sessionId: string; fileName: string }[];
}>;

type Found = { checked: ReconciliationReport['checked']; differences: Difference[]; subjects: Subject[] };

export function createReconciliation(
  deps: Pick<Shared, 'database' | 'clock' | 'log'> & {
    port: PaymentsPort;
    converge: Pick<Convergence, 'takeIn'>;
    events: Pick<BillingEvents, 'sweep'>;
    missingRecordings: FindMissing;
  },
): Reconcile {
  const { database, clock, port, log } = deps;
  const { orm } = database;

  async function paidLots(since: Date): Promise<Map<number, Lot>> {
    const { rows } = await orm.execute<Record<string, unknown>>(sql`
      select lot.id, lot.user_id, lot.kind, lot.idempotency_key, lot.delta,
        coalesce(-sum(entry.delta) filter (where entry.kind = 'refund'), 0)::int as refunded,
        lot.delta + coalesce(sum(entry.delta), 0)::int as remaining
      from ledger lot left join ledger entry on entry.lot_id = lot.id
      where lot.kind in ('purchase', 'subscription', 'upgrade') and lot.created_at >= ${since.toISOString()}
      group by lot.id`);
    return new Map(
      rows.map((row) => [
        Number(row.id),
        {
          id: Number(row.id),
          userId: String(row.user_id),
          kind: String(row.kind),
          source: String(row.idempotency_key).replace(/^\w+:/, ''),
          credits: Number(row.delta),
          refunded: Number(row.refunded),
          left: Number(row.remaining),
        },
      ]),
    );
  }

  async function ours(since: Date): Promise<TwoBooks['ours']> {
    const customers = await orm.select().from(billingCustomers);
    return {
      payments: await orm.select().from(payments).where(gte(payments.paidAt, since)),
      subscriptions: await orm
        .select()
        .from(subscriptions)
        .where(or(gte(subscriptions.updatedAt, since), isNull(subscriptions.endedAt))),
      users: new Map(customers.map(({ customerId, userId }) => [customerId, userId])),
      lots: await paidLots(since),
    };
  }

  async function theirs(since: Date, rows: TwoBooks['ours']): Promise<TwoBooks['stripe']> {
    const stripe = {
      checkouts: new Map<string, CheckoutFacts>(),
      invoices: new Map<string, InvoiceFacts>(),
      subscriptions: new Map<string, SubscriptionFacts>(),
      payments: new Map<string, PaymentFacts>(),
      invoicesOf: new Map<string, readonly InvoiceFacts[]>(),
      prices: await port.readPrices(),
    };
    for await (const one of port.list(since)) {
      if (one.type === 'checkout') stripe.checkouts.set(one.id, one);
      else if (one.type === 'invoice') stripe.invoices.set(one.id, one);
      else if (one.type === 'subscription') stripe.subscriptions.set(one.id, one);
      else stripe.payments.set(one.paymentIntentId, one);
    }
    const lookUp = async <Facts>(
      into: Map<string, Facts>,
      id: string,
      read: (id: string) => Promise<Facts | null>,
    ) => {
      if (into.has(id)) return;
      const facts = await read(id);
      if (facts !== null) into.set(id, facts);
    };
    for (const { id, kind, paymentIntentId } of rows.payments) {
      if (kind === 'purchase') await lookUp(stripe.checkouts, id, port.readCheckout);
      else await lookUp(stripe.invoices, id, port.readInvoice);
      if (paymentIntentId !== null) await lookUp(stripe.payments, paymentIntentId, port.readPayment);
    }
    const readSold = (id: string) =>
      port.readSubscription(id).catch((error: unknown) => {
        if (error instanceof UnknownPriceError) return null;
        throw error;
      });
    for (const { id } of rows.subscriptions) await lookUp(stripe.subscriptions, id, readSold);
    for (const invoice of stripe.invoices.values()) {
      const id = invoice.subscriptionId;
      // It may be older than the requested range.
      if (id !== null && needsCycle(invoice) && !stripe.invoicesOf.has(id))
        stripe.invoicesOf.set(id, await port.invoicesOf(id));
    }
    return stripe;
  }

  async function accountsThatDiffer(): Promise<{ count: number; differences: Difference[] }> {
    const faults = await findLedgerFaults(orm);
    const [sums] = await orm
      .select({ count: sql<number>`count(distinct ${ledger.userId})::int` })
      .from(ledger);
    return {
      count: sums?.count ?? 0,
      differences: faults.map(({ check, userId, subject, found, expected }) => ({
        kind: 'ledgerDiffers',
        subject,
        userId,
        what: {
          lot: `${-found} credits more were taken from the lot ${subject} than it had.`,
          analysis: `The analysis ${subject} reserves ${expected}, and the ledger took ${found}.`,
          remaining: `${expected} credits are left of the lot ${subject} by the ledger, and ${found} can be spent.`,
        }[check],
        remedy: 'The ledger does not allow such a change: restore a backup next to it and compare.',
        isMendable: false,
      })),
    };
  }

  async function eventsThatWait(): Promise<Difference[]> {
    const rows = await waitingEvents(orm, clock.now());
    return rows.map(({ id, type, objectId, receivedAt }) => ({
      kind: 'eventWaits',
      subject: id,
      userId: null,
      what: `The event ${id} (${type} of ${objectId}) arrived at ${receivedAt.toISOString()} and has not been processed.`,
      remedy: 'The log says why. Run it again with --mend once that is fixed.',
      isMendable: true,
    }));
  }

  const missingFiles = ({ missing }: Awaited<ReturnType<FindMissing>>): Difference[] =>
    missing.map(({ uploadId, userId, sessionId, fileName }) => ({
      kind: 'recordingMissing',
      subject: uploadId,
      userId,
      what: `The file audio/${uploadId} of the recording “${fileName}” (session ${sessionId}) is missing.`,
      remedy: 'Put it back from a backup, or ask the user to upload it again.',
      isMendable: false,
    }));

  async function compare(since: Date): Promise<Found> {
    const rows = await ours(since);
    const books: TwoBooks = { ours: rows, stripe: await theirs(since, rows) };
    const accounts = await accountsThatDiffer();
    const recordings = await deps.missingRecordings();
    const differences = [
      ...paidWithoutCredits(books),
      ...paymentsThatDiffer(books),
      ...refundsThatDiffer(books),
      ...subscriptionsThatDiffer(books),
      ...(since > beginning ? [] : ledgerThatDiffers(books)),
      ...accounts.differences,
      ...pricesThatDiffer(books),
      ...(await eventsThatWait()),
      ...missingFiles(recordings),
    ];
    const { checkouts, invoices, subscriptions: ofStripe, payments: paid } = books.stripe;
    return {
      checked: {
        checkouts: checkouts.size,
        invoices: invoices.size,
        subscriptions: ofStripe.size,
        payments: paid.size,
        accounts: accounts.count,
        recordings: recordings.count,
      },
      differences,
      subjects: differences.filter(({ isMendable }) => isMendable).flatMap((one) => subjectsOf(one, books)),
    };
  }

  function subjectsOf({ kind, subject }: Difference, { ours, stripe }: TwoBooks): Subject[] {
    if (kind === 'paidWithoutCredits')
      return [{ kind: stripe.checkouts.has(subject) ? 'checkout' : 'invoice', id: subject }];
    if (kind === 'refundDiffers') {
      const intent = ours.payments.find(({ id }) => id === subject)?.paymentIntentId;
      return intent ? [{ kind: 'payment', id: intent }] : [];
    }
    if (kind === 'eventWaits') return [];
    return subject.split(', ').map((id) => ({ kind: 'subscription', id }));
  }

  async function mend({ differences, subjects }: Found): Promise<void> {
    for (const subject of subjects) {
      try {
        await deps.converge.takeIn(subject);
      } catch (error) {
        log.error({ err: error, subject }, 'A difference could not be repaired.');
      }
    }
    if (differences.some(({ kind }) => kind === 'eventWaits')) await deps.events.sweep();
  }

  const name = ({ kind, subject }: Difference) => `${kind} ${subject}`;

  return async ({ since = beginning, mend: isToMend }) => {
    const found = await compare(since);
    if (!isToMend || !found.differences.some(({ isMendable }) => isMendable))
      return { checked: found.checked, mended: [], differences: found.differences };
    await mend(found);
    const { checked, differences } = await compare(since);
    const left = new Set(differences.map(name));
    return { checked, mended: found.differences.filter((one) => !left.has(name(one))), differences };
  };
}
