import type { Act } from '../act.ts';
import { badRequest } from '../errors.ts';
import { tierOfPrice } from '../objects/catalogue.ts';
import { newCard } from '../objects/customer.ts';
import { newPaymentIntent } from '../objects/payment.ts';
import type { Seconds } from '../periods.ts';
import type { CheckoutOrder, CheckoutSession, PaymentIntent } from '../wire.ts';
import { attempt, customerOf, setCard, takeFailure } from './payments.ts';
import { begin } from './subscriptions.ts';

export async function orderOf(act: Act, sessionId: string): Promise<CheckoutOrder> {
  return act.objects.get('stand_in.order', `order_${sessionId}`);
}

async function openCheckout(act: Act, id: string): Promise<{ session: CheckoutSession; at: Seconds }> {
  const session = await act.objects.get('checkout.session', id);
  const at = await act.now(session.customer);
  if (session.status !== 'open' || session.expires_at <= at)
    throw badRequest('This Checkout Session is not open any more.');
  return { session, at };
}

async function intentOf(act: Act, session: CheckoutSession, at: Seconds): Promise<PaymentIntent> {
  if (session.payment_intent !== null) return act.objects.get('payment_intent', session.payment_intent);
  const { metadata, description } = await orderOf(act, session.id);
  const cents = session.amount_total ?? 0;
  return newPaymentIntent({ created: at, customer: session.customer ?? '', cents, metadata, description });
}

async function complete(act: Act, session: CheckoutSession, paid: Partial<CheckoutSession>, at: Seconds) {
  const done: CheckoutSession = { ...session, ...paid, status: 'complete', url: null };
  await act.objects.put(done);
  await act.tell('checkout.session.completed', done, at);
  return done;
}

async function buyOnce(
  act: Act,
  session: CheckoutSession,
  at: Seconds,
  fails: boolean,
): Promise<CheckoutSession> {
  const card = newCard({ created: at, customer: session.customer ?? '', kind: fails ? 'failing' : 'good' });
  await act.objects.put(card);
  const tried = await attempt(act, await intentOf(act, session, at), { card, at, fails });
  if (tried.isPaid)
    return complete(act, session, { payment_intent: tried.intent.id, payment_status: 'paid' }, at);
  const open: CheckoutSession = { ...session, payment_intent: tried.intent.id };
  await act.objects.put(open);
  return open;
}

async function subscribe(act: Act, session: CheckoutSession, at: Seconds): Promise<CheckoutSession> {
  const order = await orderOf(act, session.id);
  const tier = tierOfPrice(order.lines[0]?.price?.id ?? '');
  if (tier === null) throw new Error(`${session.id} is for none of our tiers.`);
  const card = await setCard(act, session.customer ?? '', 'good', at);
  const customer = await customerOf(act, session.customer ?? '');
  const { metadata, description } = order;
  const { subscription, invoice } = await begin(act, { customer, tier, metadata, description, card, at });
  const paid = { subscription: subscription.id, invoice: invoice.id, payment_status: 'paid' } as const;
  return complete(act, session, paid, at);
}

/** @param outcome `slow`: `settleCheckout` decides @throws StandInError if the checkout is closed */
export async function tryCheckout(
  act: Act,
  id: string,
  outcome: 'paid' | 'declined' | 'slow',
): Promise<CheckoutSession> {
  const { session, at } = await openCheckout(act, id);
  const customer = await customerOf(act, session.customer ?? '');
  if (outcome === 'slow') {
    if (session.mode !== 'payment') throw badRequest('Only a one-time payment can be slow.');
    const intent: PaymentIntent = { ...(await intentOf(act, session, at)), status: 'processing' };
    await act.objects.put(intent);
    await act.tell('payment_intent.processing', intent, at);
    return complete(act, session, { payment_intent: intent.id }, at);
  }
  const card = newCard({ created: at, customer: customer.id, kind: outcome === 'paid' ? 'good' : 'failing' });
  const fails = await takeFailure(act, customer.id, card);
  if (session.mode === 'payment') return buyOnce(act, session, at, fails);
  // A declined first payment leaves no subscription.
  return fails ? session : subscribe(act, session, at);
}

export async function settleCheckout(
  act: Act,
  id: string,
  outcome: 'arrives' | 'fails',
): Promise<CheckoutSession> {
  const session = await act.objects.get('checkout.session', id);
  if (session.status !== 'complete' || session.payment_status !== 'unpaid')
    throw badRequest('Nothing is pending for this checkout.');
  const at = await act.now(session.customer);
  const intent = await act.objects.get('payment_intent', session.payment_intent ?? '');
  if (intent.status !== 'processing') throw badRequest('Nothing is pending for this checkout.');
  const card = newCard({ created: at, customer: session.customer ?? '', kind: 'good' });
  await act.objects.put(card);
  const tried = await attempt(act, intent, { card, at, fails: outcome === 'fails' });
  const settled: CheckoutSession = tried.isPaid ? { ...session, payment_status: 'paid' } : session;
  await act.objects.put(settled);
  const type = tried.isPaid
    ? 'checkout.session.async_payment_succeeded'
    : 'checkout.session.async_payment_failed';
  await act.tell(type, settled, at);
  return settled;
}

export async function expireCheckout(
  act: Act,
  session: CheckoutSession,
  at: Seconds,
): Promise<CheckoutSession> {
  if (session.status !== 'open')
    throw badRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  const expired: CheckoutSession = { ...session, status: 'expired', url: null };
  await act.objects.put(expired);
  await act.tell('checkout.session.expired', expired, at);
  return expired;
}

export async function expireDue(act: Act, customerId: string, now: Seconds): Promise<void> {
  for (const session of await act.objects.all('checkout.session', { customer: customerId, status: 'open' })) {
    if (session.expires_at <= now) await expireCheckout(act, session, now);
  }
}
