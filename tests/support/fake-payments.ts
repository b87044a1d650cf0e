import { type SubscriptionTier, subscriptionPlans } from '#contract/prices.ts';
import type { InvoiceFacts, PaymentFacts, PaymentsPort, SubscriptionFacts } from '#server/billing/port.ts';
import { newId } from '#server/platform/ids.ts';
import type { ManualClock } from './server.ts';

type Changing<Facts> = { -readonly [Key in keyof Facts]: Facts[Key] };

function monthsAfter(start: Date, months: number): Date {
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const time = start.getTime() % 86_400_000;
  return new Date(Date.UTC(year, month, Math.min(start.getUTCDate(), lastDay)) + time);
}

export interface FakePayments {
  port: PaymentsPort;
  subscribe(userId: string, tier: SubscriptionTier, more?: { isPaid?: boolean }): SubscriptionFacts;
  renew(subscriptionId: string, isPaid?: boolean): InvoiceFacts;
  upgrade(subscriptionId: string): InvoiceFacts;
  change(subscriptionId: string, to: Partial<SubscriptionFacts>): void;
  pay(invoiceId: string): void;
  end(subscriptionId: string): void;
  subscription(subscriptionId: string): SubscriptionFacts;
  invoices(): readonly InvoiceFacts[];
  readonly asked: string[];
}

export function createFakePayments(clock: ManualClock): FakePayments {
  const subscriptions = new Map<string, Changing<SubscriptionFacts>>();
  const invoices = new Map<string, Changing<InvoiceFacts>>();
  const payments = new Map<string, PaymentFacts>();
  const asked: string[] = [];
  const nextId = (kind: string) => `${kind}_${newId()}`;
  const subscription = (id: string) => subscriptions.get(id)!;

  function invoice(of: SubscriptionFacts, reason: string, lines: InvoiceFacts['lines']): InvoiceFacts {
    const id = nextId('in');
    const amountPaidCents = lines.reduce((sum, line) => sum + line.amountCents, 0);
    const made: InvoiceFacts = {
      id,
      customerId: of.customerId,
      subscriptionId: of.id,
      state: 'open',
      reason,
      amountPaidCents,
      currency: 'usd',
      paidAt: null,
      paymentIntentId: `pi_${id}`,
      lines,
    };
    invoices.set(id, made);
    subscription(of.id).latestInvoiceId = id;
    return made;
  }

  function pay(invoiceId: string): void {
    const paid = invoices.get(invoiceId)!;
    Object.assign(paid, { state: 'paid', paidAt: clock.now() });
    const { paymentIntentId, amountPaidCents } = paid;
    payments.set(paymentIntentId!, {
      paymentIntentId: paymentIntentId!,
      amountCents: amountPaidCents,
      refundedCents: 0,
    });
    const of = subscription(paid.subscriptionId!);
    const isOwed = [...invoices.values()].some(
      (one) => one.subscriptionId === of.id && one.state === 'open' && one.id !== invoiceId,
    );
    if (of.status !== 'canceled' && !isOwed) of.status = 'active';
  }

  const monthly = (of: SubscriptionFacts) => [
    {
      tier: of.tier,
      isProration: false,
      amountCents: subscriptionPlans[of.tier].centsPerMonth,
      periodStart: of.periodStart,
      periodEnd: of.periodEnd,
    },
  ];

  function end(subscriptionId: string): void {
    Object.assign(subscription(subscriptionId), { status: 'canceled', endedAt: clock.now() });
  }

  const unused = () => Promise.reject(new Error('Nothing of subscriptions asks for this.'));
  const port: PaymentsPort = {
    ensureCustomer: unused,
    changeAddress: unused,
    forgetCustomer: unused,
    openCheckout: unused,
    expireCheckout: unused,
    openPortal: unused,
    readCheckout: unused,
    readPrices: unused,
    readEvent: unused,
    list: () => {
      throw new Error('Nothing of subscriptions asks for this.');
    },
    readSubscription: async (id) => (subscriptions.has(id) ? { ...subscription(id) } : null),
    readInvoice: async (id) => (invoices.has(id) ? { ...invoices.get(id)! } : null),
    readPayment: async (id) => payments.get(id) ?? null,
    invoicesOf: async (id) =>
      [...invoices.values()]
        .filter((one) => one.subscriptionId === id && one.state === 'paid')
        .map((one) => ({ ...one }))
        .reverse(),
    endSubscription: async (id) => {
      asked.push(`end ${id}`);
      if (subscription(id).status !== 'canceled') end(id);
    },
    refund: async (paymentIntentId) => {
      asked.push(`refund ${paymentIntentId}`);
      const paid = payments.get(paymentIntentId)!;
      payments.set(paymentIntentId, { ...paid, refundedCents: paid.amountCents });
    },
  };

  return {
    port,
    asked,
    pay,
    end,
    subscription,
    invoices: () => [...invoices.values()],
    change: (id, to) => Object.assign(subscription(id), to),
    subscribe(userId, tier, { isPaid = true } = {}) {
      const id = nextId('sub');
      const startedAt = clock.now();
      const of: Changing<SubscriptionFacts> = {
        id,
        userId,
        customerId: `cus_${userId}`,
        status: 'incomplete',
        tier,
        pendingTier: null,
        isCancelledAtPeriodEnd: false,
        cancelledAt: null,
        startedAt,
        periodStart: startedAt,
        periodEnd: monthsAfter(startedAt, 1),
        endedAt: null,
        isEndedUnpaid: false,
        latestInvoiceId: null,
      };
      subscriptions.set(id, of);
      const first = invoice(of, 'subscription_create', monthly(of));
      if (isPaid) pay(first.id);
      return of;
    },
    renew(id, isPaid = true) {
      const of = subscription(id);
      const { startedAt, periodEnd } = of;
      const months = Math.round((periodEnd.getTime() - startedAt.getTime()) / (30.44 * 86_400_000));
      clock.advance(Math.max(0, periodEnd.getTime() - clock.now().getTime()));
      Object.assign(of, {
        tier: of.pendingTier ?? of.tier,
        pendingTier: null,
        periodStart: periodEnd,
        periodEnd: monthsAfter(startedAt, months + 1),
      });
      const next = invoice(of, 'subscription_cycle', monthly(of));
      if (isPaid) pay(next.id);
      else of.status = 'past_due';
      return next;
    },
    upgrade(id) {
      const of = subscription(id);
      const rest = { isProration: true, periodStart: clock.now(), periodEnd: of.periodEnd };
      of.tier = 'PRO';
      const more = invoice(of, 'subscription_update', [
        { tier: 'STANDARD', amountCents: -300, ...rest },
        { tier: 'PRO', amountCents: 900, ...rest },
      ]);
      pay(more.id);
      return more;
    },
  };
}
