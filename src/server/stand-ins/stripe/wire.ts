import type Stripe from 'stripe';

type Wire<T> = string extends T ? Extract<T, string | null | undefined> : WireValue<T>;
type WireValue<T> = T extends Stripe.Decimal
  ? string
  : T extends readonly (infer Element)[]
    ? Wire<Element>[]
    : T extends object
      ? { [Key in keyof T]: Wire<T[Key]> }
      : T;

export type Customer = Wire<Stripe.Customer>;
export type DeletedCustomer = Wire<Stripe.DeletedCustomer>;
export type Product = Wire<Stripe.Product>;
export type Price = Wire<Stripe.Price>;
export type Plan = Wire<Stripe.Plan>;
export type CheckoutSession = Wire<Stripe.Checkout.Session>;
export type CheckoutLine = Wire<Stripe.LineItem>;
export type PaymentMethod = Wire<Stripe.PaymentMethod>;
export type PaymentIntent = Wire<Stripe.PaymentIntent>;
export type Charge = Wire<Stripe.Charge>;
export type Refund = Wire<Stripe.Refund>;
export type Dispute = Wire<Stripe.Dispute>;
export type Invoice = Wire<Stripe.Invoice>;
export type InvoiceLine = Wire<Stripe.InvoiceLineItem>;
export type InvoicePayment = Wire<Stripe.InvoicePayment>;
export type Subscription = Wire<Stripe.Subscription>;
export type SubscriptionItem = Wire<Stripe.SubscriptionItem>;
export type SubscriptionSchedule = Wire<Stripe.SubscriptionSchedule>;
export type PortalConfiguration = Wire<Stripe.BillingPortal.Configuration>;
export type PortalSession = Wire<Stripe.BillingPortal.Session>;

export type EventType = Extract<
  Stripe.Event['type'],
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'checkout.session.async_payment_succeeded'
  | 'checkout.session.async_payment_failed'
  | 'payment_intent.succeeded'
  | 'payment_intent.processing'
  | 'payment_intent.payment_failed'
  | 'charge.succeeded'
  | 'charge.failed'
  | 'charge.refunded'
  | 'charge.dispute.created'
  | 'charge.dispute.closed'
  | 'refund.created'
  | 'customer.created'
  | 'customer.updated'
  | 'customer.deleted'
  | 'customer.subscription.created'
  | 'customer.subscription.updated'
  | 'customer.subscription.deleted'
  | 'subscription_schedule.created'
  | 'subscription_schedule.released'
  | 'invoice.created'
  | 'invoice.finalized'
  | 'invoice.paid'
  | 'invoice.payment_succeeded'
  | 'invoice.payment_failed'
  | 'invoice.voided'
  | 'invoice_payment.paid'
>;

export type Event = Omit<Wire<Stripe.EventBase>, 'data' | 'type'> & {
  type: EventType;
  data: { object: { id: string; object: string }; previous_attributes?: Record<string, unknown> };
};

export interface CustomerSettings {
  id: string;
  object: 'stand_in.customer';
  created: number;
  customer: string;
  /** Of this customer's clock. */
  ahead: number;
  failsNext: boolean;
}

export interface CheckoutOrder {
  id: string;
  object: 'stand_in.order';
  created: number;
  lines: CheckoutLine[];
  metadata: Record<string, string>;
  description: string | null;
}

interface PortalAccess {
  id: string;
  object: 'stand_in.portal';
  created: number;
  session: string;
  customer: string;
}

interface KnownRequest {
  id: string;
  object: 'stand_in.request';
  created: number;
  fingerprint: string;
  status: number;
  answer: object;
}

interface DeliverySettings {
  id: 'delivery';
  object: 'stand_in.delivery';
  created: number;
  isHeld: boolean;
}

export interface Kept {
  customer: Customer | DeletedCustomer;
  'checkout.session': CheckoutSession;
  payment_method: PaymentMethod;
  payment_intent: PaymentIntent;
  charge: Charge;
  refund: Refund;
  dispute: Dispute;
  invoice: Invoice;
  invoice_payment: InvoicePayment;
  subscription: Subscription;
  subscription_schedule: SubscriptionSchedule;
  'billing_portal.configuration': PortalConfiguration;
  'billing_portal.session': PortalSession;
  'stand_in.customer': CustomerSettings;
  'stand_in.order': CheckoutOrder;
  'stand_in.portal': PortalAccess;
  'stand_in.request': KnownRequest;
  'stand_in.delivery': DeliverySettings;
}
export type KeptType = keyof Kept;
