import type { Act } from '../act.ts';
import { badRequest } from '../errors.ts';
import { subscriptionOf } from '../objects/invoice.ts';
import { isLive, itemOf } from '../objects/subscription.ts';
import type { Seconds } from '../periods.ts';
import { expireDue } from './checkout.ts';
import { collect, openInvoices } from './invoices.ts';
import { afterAttempt, renew } from './subscriptions.ts';

const furthest = 10 * 366 * 86_400;

interface Due {
  at: Seconds;
  happen(): Promise<unknown>;
}

async function nextDue(act: Act, customerId: string): Promise<Due | null> {
  const due: Due[] = [];
  for (const subscription of await act.objects.all('subscription', { customer: customerId })) {
    if (!isLive(subscription)) continue;
    due.push({ at: itemOf(subscription).current_period_end, happen: () => renew(act, subscription) });
    for (const invoice of await openInvoices(act, subscription.id)) {
      const at = invoice.next_payment_attempt;
      if (at === null) continue;
      due.push({
        at,
        happen: async () => afterAttempt(act, subscription, await collect(act, invoice, at), at),
      });
    }
  }
  due.sort((one, other) => one.at - other.at);
  return due[0] ?? null;
}

/** Null: never. */
export const nextMoment = async (act: Act, customerId: string): Promise<Seconds | null> =>
  (await nextDue(act, customerId))?.at ?? null;

export async function catchUp(act: Act, customerId: string): Promise<void> {
  const now = await act.now(customerId);
  for (
    let due = await nextDue(act, customerId);
    due !== null && due.at <= now;
    due = await nextDue(act, customerId)
  )
    await due.happen();
  await expireDue(act, customerId, now);
}

export async function advance(act: Act, customerId: string, to: Seconds): Promise<void> {
  const settings = await act.settings(customerId);
  const now = await act.now(customerId);
  if (!Number.isInteger(to) || to < now) throw badRequest('A clock can only move forwards.', 'frozen_time');
  const ahead = settings.ahead + to - now;
  if (ahead > furthest) throw badRequest('A clock can move at most ten years ahead.', 'frozen_time');
  await act.objects.put({ ...settings, ahead });
  await catchUp(act, customerId);
}

export async function payInvoice(act: Act, invoiceId: string): Promise<boolean> {
  const invoice = await act.objects.get('invoice', invoiceId, 'invoice');
  if (invoice.status !== 'open')
    throw badRequest('Invoice is already paid', undefined, 'invoice_already_paid');
  const subscription = await act.objects.get('subscription', subscriptionOf(invoice) ?? '');
  const at = await act.now(invoice.customer);
  const collected = await collect(act, invoice, at);
  if (!collected.isPaid)
    await act.objects.put({
      ...collected.invoice,
      attempt_count: invoice.attempt_count,
      next_payment_attempt: invoice.next_payment_attempt,
      auto_advance: invoice.auto_advance ?? false,
    });
  else if (isLive(subscription)) await afterAttempt(act, subscription, collected, at);
  return collected.isPaid;
}
