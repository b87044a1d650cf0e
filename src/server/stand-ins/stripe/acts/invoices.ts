import type { Act } from '../act.ts';
import { type InvoiceReason, type LineWanted, newInvoice, newInvoicePayment } from '../objects/invoice.ts';
import { daySeconds, retryDays, type Seconds } from '../periods.ts';
import type { Charge, Customer, Invoice, PaymentMethod, Subscription } from '../wire.ts';
import { attempt, cardOf, customerOf, takeFailure } from './payments.ts';

interface Collected {
  invoice: Invoice;
  isPaid: boolean;
  failed: Charge | null;
}

export async function bill(
  act: Act,
  wanted: {
    customer: Customer;
    subscription: Subscription;
    reason: InvoiceReason;
    lines: readonly LineWanted[];
    periodStart: Seconds;
    periodEnd: Seconds;
    at: Seconds;
  },
): Promise<Invoice> {
  const invoice = newInvoice({ ...wanted, created: wanted.at });
  const { customer } = wanted;
  await act.objects.put(invoice);
  await act.objects.put({ ...customer, next_invoice_sequence: (customer.next_invoice_sequence ?? 1) + 1 });
  await act.tell('invoice.created', invoice, wanted.at);
  await act.tell('invoice.finalized', invoice, wanted.at);
  return invoice;
}

async function settle(act: Act, invoice: Invoice, at: Seconds): Promise<Invoice> {
  const paid: Invoice = {
    ...invoice,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: at },
  };
  await act.objects.put(paid);
  return paid;
}

function nextAttempt(invoice: Invoice, attempts: number): Seconds | null {
  const days = retryDays[attempts - 1];
  return days === undefined ? null : invoice.created + days * daySeconds;
}

/** @param fails the outcome, if already decided */
export async function collect(
  act: Act,
  invoice: Invoice,
  at: Seconds,
  by: { card?: PaymentMethod; fails?: boolean } = {},
): Promise<Collected> {
  const tellPaid = async (paid: Invoice): Promise<Collected> => {
    await act.tell('invoice.paid', paid, at);
    await act.tell('invoice.payment_succeeded', paid, at);
    return { invoice: paid, isPaid: true, failed: null };
  };
  if (invoice.amount_due === 0) return tellPaid(await settle(act, invoice, at));

  const customer = await customerOf(act, invoice.customer ?? '');
  const card = by.card ?? (await cardOf(act, customer));
  const attempts = invoice.attempt_count + 1;
  const [known] = await act.objects.all('invoice_payment', { invoice: invoice.id });
  const knownIntent = known?.payment.payment_intent;
  const payment =
    knownIntent === undefined
      ? {
          created: at,
          customer: customer.id,
          cents: invoice.amount_due,
          metadata: {},
          description:
            invoice.billing_reason === 'subscription_create'
              ? 'Subscription creation'
              : 'Subscription update',
        }
      : await act.objects.get('payment_intent', knownIntent);
  const tried =
    card === null
      ? null
      : await attempt(act, payment, {
          card,
          at,
          fails: by.fails ?? (await takeFailure(act, customer.id, card)),
        });
  if (tried !== null) {
    const joined = known ?? newInvoicePayment(invoice, tried.intent.id);
    await act.objects.put(
      tried.isPaid
        ? {
            ...joined,
            amount_paid: invoice.amount_due,
            status: 'paid',
            status_transitions: { canceled_at: null, paid_at: at },
          }
        : joined,
    );
  }
  if (tried?.isPaid) {
    const paid = await settle(act, { ...invoice, attempt_count: attempts }, at);
    const [link] = await act.objects.all('invoice_payment', { invoice: invoice.id });
    if (link) await act.tell('invoice_payment.paid', link, at);
    return tellPaid(paid);
  }
  const next = nextAttempt(invoice, attempts);
  const open: Invoice = {
    ...invoice,
    attempt_count: attempts,
    attempted: true,
    auto_advance: next !== null,
    next_payment_attempt: next,
  };
  await act.objects.put(open);
  await act.tell('invoice.payment_failed', open, at);
  return { invoice: open, isPaid: false, failed: tried?.charge ?? null };
}

export async function openInvoices(act: Act, subscriptionId: string): Promise<Invoice[]> {
  const path = 'parent.subscription_details.subscription';
  return act.objects.all('invoice', { [path]: subscriptionId, status: 'open' });
}

export async function giveUp(act: Act, invoice: Invoice): Promise<void> {
  await act.objects.put({ ...invoice, auto_advance: false, next_payment_attempt: null });
}

export async function voidInvoice(act: Act, invoice: Invoice, at: Seconds): Promise<void> {
  const voided: Invoice = {
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...invoice.status_transitions, voided_at: at },
  };
  await act.objects.put(voided);
  await act.tell('invoice.voided', voided, at);
}
