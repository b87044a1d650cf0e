import { newCheckoutId, newStandInId } from '../ids.ts';
import { daySeconds, type Seconds } from '../periods.ts';
import type { CheckoutLine, CheckoutSession, Customer, Price } from '../wire.ts';

export function newCheckoutSession(given: {
  created: Seconds;
  customer: Customer;
  mode: 'payment' | 'subscription';
  cents: number;
  successUrl: string;
  cancelUrl: string | null;
  clientReferenceId: string | null;
  metadata: Record<string, string>;
}): CheckoutSession {
  const id = newCheckoutId();
  const isOnce = given.mode === 'payment';
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: given.cents,
    amount_total: given.cents,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: given.cancelUrl,
    client_reference_id: given.clientReferenceId,
    client_secret: null,
    collected_information: { business_name: null, individual_name: null, shipping_details: null },
    consent: null,
    consent_collection: null,
    created: given.created,
    currency: 'usd',
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: given.customer.id,
    customer_account: null,
    customer_creation: null,
    customer_details: {
      address: null,
      business_name: null,
      email: given.customer.email,
      individual_name: null,
      name: given.customer.name ?? null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: null,
    },
    customer_email: null,
    discounts: [],
    expires_at: given.created + daySeconds,
    integration_identifier: null,
    invoice: null,
    invoice_creation: isOnce
      ? {
          enabled: false,
          invoice_data: {
            account_tax_ids: null,
            custom_fields: null,
            description: null,
            footer: null,
            issuer: null,
            metadata: {},
            rendering_options: null,
          },
        }
      : null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: given.metadata,
    mode: given.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: isOnce ? 'if_required' : 'always',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: isOnce
      ? null
      : { allow_redisplay_filters: ['always'], payment_method_remove: 'disabled', payment_method_save: null },
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: given.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${new URL(given.successUrl).origin}/dev/billing/checkout/${id}`,
    wallet_options: null,
  };
}

export const newCheckoutLine = (given: {
  description: string;
  price: Price;
  quantity: number;
}): CheckoutLine => {
  const cents = (given.price.unit_amount ?? 0) * given.quantity;
  return {
    id: newStandInId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: cents,
    amount_tax: 0,
    amount_total: cents,
    currency: 'usd',
    description: given.description,
    metadata: {},
    price: given.price,
    quantity: given.quantity,
  };
};
