import { newStandInId } from '../ids.ts';
import type { Seconds } from '../periods.ts';
import type { Customer, Invoice, InvoiceLine, InvoicePayment, Subscription } from '../wire.ts';

export type InvoiceReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update';

export interface LineWanted {
  description: string;
  cents: number;
  price: string;
  product: string;
  unitCents: number;
  start: Seconds;
  end: Seconds;
  isProration: boolean;
}

function newLine(invoiceId: string, subscription: Subscription, wanted: LineWanted): InvoiceLine {
  const item = subscription.items.data[0];
  return {
    id: newStandInId('il'),
    object: 'line_item',
    amount: wanted.cents,
    currency: 'usd',
    description: wanted.description,
    discount_amounts: [],
    discountable: !wanted.isProration,
    discounts: [],
    invoice: invoiceId,
    livemode: false,
    metadata: {},
    parent: wanted.isProration
      ? {
          invoice_item_details: {
            invoice_item: newStandInId('ii'),
            proration: true,
            proration_details: { credited_items: null },
            subscription: subscription.id,
          },
          subscription_item_details: null,
          type: 'invoice_item_details',
        }
      : {
          invoice_item_details: null,
          subscription_item_details: {
            invoice_item: null,
            proration: false,
            proration_details: { credited_items: null },
            subscription: subscription.id,
            subscription_item: item?.id ?? '',
          },
          type: 'subscription_item_details',
        },
    period: { start: wanted.start, end: wanted.end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: wanted.price, product: wanted.product },
      type: 'price_details',
      unit_amount_decimal: String(wanted.unitCents),
    },
    quantity: 1,
    quantity_decimal: '1',
    subscription: subscription.id,
    subtotal: wanted.cents,
    taxes: [],
  };
}

export function newInvoice(given: {
  created: Seconds;
  customer: Customer;
  subscription: Subscription;
  reason: InvoiceReason;
  lines: readonly LineWanted[];
  periodStart: Seconds;
  periodEnd: Seconds;
}): Invoice {
  const { created, customer, subscription } = given;
  const id = newStandInId('in');
  const cents = given.lines.reduce((sum, line) => sum + line.cents, 0);
  const due = Math.max(cents, 0);
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Hearthscribe (stand-in)',
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: given.reason,
    collection_method: 'charge_automatically',
    created,
    currency: 'usd',
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: created,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      data: given.lines.map((line) => newLine(id, subscription, line)),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: `${customer.invoice_prefix}-${String(customer.next_invoice_sequence ?? 1).padStart(4, '0')}`,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: given.periodEnd,
    period_start: given.periodStart,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'open',
    status_transitions: {
      finalized_at: created,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: cents,
    subtotal_excluding_tax: cents,
    test_clock: null,
    total: cents,
    total_discount_amounts: [],
    total_excluding_tax: cents,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: created,
  };
}

export const newInvoicePayment = (invoice: Invoice, paymentIntentId: string): InvoicePayment => ({
  id: newStandInId('inpay'),
  object: 'invoice_payment',
  amount_paid: null,
  amount_requested: invoice.amount_due,
  created: invoice.created,
  currency: invoice.currency,
  invoice: invoice.id,
  is_default: true,
  livemode: false,
  payment: { payment_intent: paymentIntentId, type: 'payment_intent' },
  status: 'open',
  status_transitions: { canceled_at: null, paid_at: null },
});

export const subscriptionOf = (invoice: Invoice): string | null =>
  invoice.parent?.subscription_details?.subscription ?? null;
