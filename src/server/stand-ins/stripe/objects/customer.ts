import { newStandInId, randomLetters } from '../ids.ts';
import type { Seconds } from '../periods.ts';
import type { Customer, DeletedCustomer, PaymentMethod } from '../wire.ts';

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

export const newCustomer = (given: {
  created: Seconds;
  email: string | null;
  name: string | null;
  metadata: Record<string, string>;
}): Customer => ({
  id: newStandInId('cus'),
  object: 'customer',
  address: null,
  balance: 0,
  created: given.created,
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: given.email,
  invoice_prefix: randomLetters(8).toUpperCase(),
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  metadata: given.metadata,
  name: given.name,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
});

export const deletedCustomer = (id: string): DeletedCustomer => ({ id, object: 'customer', deleted: true });

const cardNumbers = { good: '4242', failing: '0341' } as const;
export type CardKind = keyof typeof cardNumbers;

export const newCard = (given: { created: Seconds; customer: string; kind: CardKind }): PaymentMethod => ({
  id: newStandInId('pm'),
  object: 'payment_method',
  allow_redisplay: 'limited',
  billing_details: { address: { ...noAddress }, email: null, name: null, phone: null, tax_id: null },
  card: {
    brand: 'visa',
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: 'visa',
    exp_month: 12,
    exp_year: 2039,
    fingerprint: randomLetters(16),
    funding: 'credit',
    generated_from: null,
    last4: cardNumbers[given.kind],
    networks: { available: ['visa'], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  created: given.created,
  customer: given.customer,
  customer_account: null,
  livemode: false,
  metadata: {},
  type: 'card',
});

export const isFailing = (card: PaymentMethod): boolean => card.card?.last4 === cardNumbers.failing;
export { noAddress };
