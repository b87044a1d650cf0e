import type { BillingEvent } from './port.ts';

export type Subject = BillingEvent['subject'];

const refundsAndDisputes = /^(charge\.refunded|charge\.refund\.|charge\.dispute\.|refund\.)/;

export function subjectKindOf(type: string): Subject['kind'] {
  if (type.startsWith('checkout.session.')) return 'checkout';
  if (type.startsWith('customer.subscription.') || type.startsWith('subscription_schedule.'))
    return 'subscription';
  if (type.startsWith('invoice.')) return 'invoice';
  return refundsAndDisputes.test(type) ? 'payment' : 'other';
}
