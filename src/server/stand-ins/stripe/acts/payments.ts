import type { Act } from '../act.ts';
import { badRequest, declineMessage } from '../errors.ts';
import { type CardKind, isFailing, newCard } from '../objects/customer.ts';
import { newCharge, newDispute, newPaymentIntent, newRefund, type Payment } from '../objects/payment.ts';
import type { Seconds } from '../periods.ts';
import type { Charge, Customer, Dispute, PaymentIntent, PaymentMethod, Refund } from '../wire.ts';

/** @throws StandInError if unknown or deleted */
export async function customerOf(act: Act, id: string): Promise<Customer> {
  const customer = await act.objects.get('customer', id, 'customer');
  if ('email' in customer) return customer;
  throw badRequest(`No such customer: '${id}'; it was deleted.`, 'customer', 'resource_missing');
}

export async function setCard(
  act: Act,
  customerId: string,
  kind: CardKind,
  at: Seconds,
): Promise<PaymentMethod> {
  const customer = await customerOf(act, customerId);
  const card = newCard({ created: at, customer: customer.id, kind });
  await act.objects.put(card);
  const settings = { ...customer.invoice_settings, default_payment_method: card.id };
  const changed: Customer = { ...customer, currency: 'usd', invoice_settings: settings };
  await act.objects.put(changed);
  await act.tell('customer.updated', changed, at, { invoice_settings: customer.invoice_settings });
  return card;
}

export async function cardOf(act: Act, customer: Customer): Promise<PaymentMethod | null> {
  const id = customer.invoice_settings.default_payment_method;
  return id === null ? null : act.objects.find('payment_method', id);
}

/** Uses up a requested single failure. */
export async function takeFailure(act: Act, customerId: string, card: PaymentMethod): Promise<boolean> {
  const settings = await act.settings(customerId);
  if (settings.failsNext) await act.objects.put({ ...settings, failsNext: false });
  return settings.failsNext || isFailing(card);
}

export interface Attempt {
  intent: PaymentIntent;
  charge: Charge;
  isPaid: boolean;
}

export async function attempt(
  act: Act,
  payment: PaymentIntent | Payment,
  by: { card: PaymentMethod; fails: boolean; at: Seconds },
): Promise<Attempt> {
  const intent = 'object' in payment ? payment : newPaymentIntent(payment);
  const isPaid = !by.fails;
  const charge = newCharge(intent, by.card, by.at, isPaid);
  const changed: PaymentIntent = {
    ...intent,
    amount_received: isPaid ? intent.amount : 0,
    latest_charge: charge.id,
    payment_method: isPaid ? by.card.id : null,
    processing: null,
    status: isPaid ? 'succeeded' : 'requires_payment_method',
    last_payment_error: isPaid
      ? null
      : {
          advice_code: 'try_again_later',
          charge: charge.id,
          code: 'card_declined',
          decline_code: 'generic_decline',
          message: declineMessage,
          type: 'card_error',
        },
  };
  await act.objects.put(charge);
  await act.objects.put(changed);
  await act.tell(isPaid ? 'charge.succeeded' : 'charge.failed', charge, by.at);
  await act.tell(isPaid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', changed, by.at);
  return { intent: changed, charge, isPaid };
}

export async function chargeOf(act: Act, intentId: string): Promise<Charge> {
  const intent = await act.objects.get('payment_intent', intentId, 'payment_intent');
  if (intent.status !== 'succeeded' || intent.latest_charge === null)
    throw badRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
  return act.objects.get('charge', intent.latest_charge, 'charge');
}

/** In full unless an amount is given. */
export async function refund(
  act: Act,
  charge: Charge,
  wanted: {
    cents?: number | undefined;
    reason?: Parameters<typeof newRefund>[0]['reason'];
    metadata?: Record<string, string>;
  },
): Promise<Refund> {
  const left = charge.amount - charge.amount_refunded;
  if (!charge.paid) throw badRequest(`Charge ${charge.id} was not paid.`, 'charge');
  if (left === 0)
    throw badRequest(`Charge ${charge.id} has already been refunded.`, 'charge', 'charge_already_refunded');
  const cents = wanted.cents ?? left;
  if (cents > left) {
    const message = `Refund amount (${cents}) is greater than unrefunded amount on charge (${left})`;
    throw badRequest(message, 'amount', 'amount_too_large');
  }
  const at = await act.now(charge.customer);
  const made = newRefund({
    charge,
    created: at,
    cents,
    reason: wanted.reason ?? null,
    metadata: wanted.metadata ?? {},
  });
  const changed: Charge = {
    ...charge,
    amount_refunded: charge.amount_refunded + cents,
    refunded: cents === left,
  };
  await act.objects.put(made);
  await act.objects.put(changed);
  await act.tell('charge.refunded', changed, at, { amount_refunded: charge.amount_refunded });
  await act.tell('refund.created', made, at);
  return made;
}

export async function dispute(act: Act, charge: Charge): Promise<Dispute> {
  if (!charge.paid || charge.disputed) throw badRequest('This charge cannot be disputed.', 'charge');
  const at = await act.now(charge.customer);
  const made = newDispute(charge, at);
  const changed: Charge = { ...charge, disputed: true };
  await act.objects.put(made);
  await act.objects.put(changed);
  await act.tell('charge.dispute.created', made, at);
  return made;
}

export async function closeDispute(act: Act, id: string, end: 'won' | 'lost'): Promise<Dispute> {
  const open = await act.objects.get('dispute', id, 'dispute');
  if (open.status !== 'needs_response') throw badRequest('This dispute is closed.', 'dispute');
  const charge = await act.objects.get('charge', open.charge, 'charge');
  const closed: Dispute = { ...open, status: end };
  await act.objects.put(closed);
  await act.tell('charge.dispute.closed', closed, await act.now(charge.customer), { status: open.status });
  return closed;
}
