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

export type EventType = Stripe.Event['type'];

export type Event = Omit<Wire<Stripe.EventBase>, 'data' | 'type'> & {
  type: EventType;
  data: { object: { id: string; object: string }; previous_attributes?: Record<string, unknown> };
};

type Own<Kind, Fields> = { id: string; object: `stand_in.${Kind & string}`; created: number } & Fields;
export type CustomerSettings = Own<
  'customer',
  {
    customer: string;
    /** Of this customer's clock. */
    ahead: number;
    failsNext: boolean;
  }
>;

export type CheckoutOrder = Own<
  'order',
  { lines: CheckoutLine[]; metadata: Record<string, string>; description: string | null }
>;

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
  'stand_in.portal': Own<'portal', { session: string; customer: string }>;
  'stand_in.request': Own<'request', { fingerprint: string; status: number; answer: object }>;
  'stand_in.delivery': Own<'delivery', { isHeld: boolean }>;
}
export type KeptType = keyof Kept;
