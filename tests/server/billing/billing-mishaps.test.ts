import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { users } from '#server/accounts/tables.ts';
import { createStripePort } from '#server/billing/stripe-port.ts';
import { billingCustomers, checkouts, payments, subscriptions } from '#server/billing/tables.ts';
import { creditAccounts, ledger } from '#server/credits/tables.ts';
import {
  type BillingServer,
  browser,
  createBillingServer,
  webhookSecret,
} from '#tests/support/billing-server.ts';
import { silentLog } from '#tests/support/database.ts';
import type { TestUser } from '#tests/support/server.ts';

let server: BillingServer;
beforeAll(async () => {
  server = await createBillingServer();
  await server.start();
});
afterAll(() => server.close());

const codeOf = async (answer: Response) =>
  ((await answer.json()) as { error?: { code: string } }).error?.code ?? answer.status;

async function nameUnknownCustomer({ userId }: TestUser): Promise<void> {
  await server.database.orm
    .update(billingCustomers)
    .set({ customerId: `cus_of_another_account_${userId}` })
    .where(eq(billingCustomers.userId, userId));
}

async function keepUnknownSubscription({ userId }: TestUser): Promise<string> {
  const [id, startedAt] = [`sub_of_another_account_${userId}`, server.clock.now()];
  const values = { id, userId, tier: 'STANDARD', state: 'renewing upToDate', startedAt } as const;
  await server.database.orm.insert(creditAccounts).values({ userId }).onConflictDoNothing();
  await server.database.orm.insert(subscriptions).values({
    ...values,
    periodStart: startedAt,
    periodEnd: new Date(startedAt.getTime() + 30 * 86_400_000),
    updatedAt: startedAt,
  });
  return id;
}

describe('a customer that Stripe no longer knows', () => {
  it('buys, subscribes and opens the portal as a new one: deleted at Stripe, or of another account', async () => {
    const [deleted, other] = [await server.signIn(), await server.signIn()];
    await server.open(deleted, { quantity: 5 });
    await server.stripe.customers.del(await server.customerOf(deleted));
    await server.open(other, { quantity: 5 });
    await nameUnknownCustomer(other);
    for (const user of [deleted, other]) {
      expect((await user.call('POST', '/account/billing-portal')).status).toBe(200);
      await server.pay(user, { quantity: 5 });
      await server.pay(user, { tier: 'STANDARD' });
      await server.standIn.deliver();
      expect(await server.balance(user)).toBe(500 + 750);
    }
  });

  it('is created once, even if two pages are opened at the same time', async () => {
    const user = await server.signIn();
    await server.open(user, { quantity: 5 });
    await nameUnknownCustomer(user);
    const ids = await Promise.all([server.open(user, { quantity: 5 }), server.open(user, { quantity: 25 })]);
    const customers = await Promise.all(
      ids.map(async (id) => (await server.stripe.checkout.sessions.retrieve(id)).customer),
    );
    expect(new Set([...customers, await server.customerOf(user)]).size).toBe(1);
  });

  it('gets earlier purchases, and keeps the customer of an active subscription', async () => {
    const user = await server.signIn();
    await server.pay(user, { tier: 'STANDARD' });
    await server.standIn.deliver();
    const customer = await server.customerOf(user);
    await server.pay(user, { quantity: 5 });
    await nameUnknownCustomer(user);
    await server.standIn.deliver();
    expect(await server.balance(user)).toBe(500 + 750);
    const answer = await user.call('POST', '/stripe-subscription-checkout', { ...browser, tier: 'PRO' });
    expect(await codeOf(answer)).toBe('redirectToPortal');
    expect(await server.customerOf(user)).toBe(customer);
  });
});

describe('a subscription that Stripe no longer knows', () => {
  it('does not block a new one', async () => {
    const user = await server.signIn();
    const unknown = await keepUnknownSubscription(user);
    await server.pay(user, { tier: 'PRO' });
    await server.standIn.deliver();
    expect(await server.balance(user)).toBe(2000);
    const [row] = await server.database.orm.select().from(subscriptions).where(eq(subscriptions.id, unknown));
    expect(row).toMatchObject({ state: 'ended', letter: null });
  });

  it('does not end the paid one', async () => {
    const user = await server.signIn();
    const checkoutId = await server.open(user, { tier: 'PRO' });
    await keepUnknownSubscription(user);
    const { subscription } = await server.standIn.pay(checkoutId);
    await server.standIn.deliver();
    expect(await server.port.readSubscription(String(subscription))).toMatchObject({ status: 'active' });
    expect(await server.balance(user)).toBe(2000);
  });
});

describe('a subscription at a price that is no longer configured', () => {
  it('is an error that is retried, and never ignored', async () => {
    const user = await server.signIn();
    await server.pay(user, { tier: 'PRO' });
    const [id] = await server.subscriptionsOf(user);
    const port = createStripePort(
      {
        secretKey: server.standIn.secretKey,
        webhookSecret,
        prices: { STANDARD: ['price_new_standard'], PRO: ['price_new_pro'] },
      },
      { clock: server.clock, log: silentLog, fetch: server.standIn.fetch },
    );
    await expect(port.readSubscription(id!)).rejects.toThrow(`names a price of ${id}`);
    await server.standIn.deliver();

    const read = vi.spyOn(server.port, 'readSubscription').mockImplementation(port.readSubscription);
    const update = { id: `evt_${id}`, object: 'event', type: 'customer.subscription.updated', created: 1 };
    expect((await server.post({ ...update, data: { object: { id } } })).status).toBe(500);
    read.mockRestore();
    expect((await server.post({ ...update, data: { object: { id } } })).status).toBe(200);
  });
});

describe('returned money', () => {
  async function bought() {
    const user = await server.signIn();
    const id = await server.pay(user, { quantity: 5 });
    await server.standIn.deliver();
    const intent = (await server.port.readCheckout(id))!.paymentIntentId!;
    const row = async () =>
      (await server.database.orm.select().from(payments).where(eq(payments.id, id)))[0]!;
    return { user, id, intent, row };
  }
  async function lose(intent: string): Promise<string> {
    const dispute = await server.standIn.dispute(intent);
    await server.standIn.closeDispute(dispute, 'lost');
    await server.standIn.deliver();
    return dispute;
  }
  async function decideAnew(intent: string, cents: number): Promise<void> {
    const read = server.port.readPayment;
    const again = vi.spyOn(server.port, 'readPayment').mockImplementation(async (wanted) => {
      const facts = await read(wanted);
      return facts !== null && wanted === intent ? { ...facts, refundedCents: cents } : facts;
    });
    const answer = await server.post({
      id: `evt_${intent}_${cents}`,
      object: 'event',
      type: 'refund.failed',
      created: Math.floor(server.clock.now().getTime() / 1000),
      data: { object: { id: 're_1', payment_intent: intent } },
    });
    again.mockRestore();
    expect(answer.status).toBe(200);
  }

  it('returns the credits that its refund took, and another refund takes them again', async () => {
    const { user, intent, row } = await bought();
    await lose(intent);
    expect(await server.balance(user)).toBe(0);
    await decideAnew(intent, 500);
    expect([await server.balance(user), (await row()).refundedCents]).toEqual([250, 500]);
    await decideAnew(intent, 0);
    expect([await server.balance(user), (await row()).refundedCents]).toEqual([500, 0]);
    const { events } = (await (await user.call('GET', '/account/credits')).json()) as {
      events: { kind: string; delta: number; balance: number }[];
    };
    expect(events.slice(0, 3).map(({ kind, delta, balance }) => [kind, delta, balance])).toEqual([
      ['refund', 250, 500],
      ['refund', 250, 250],
      ['refund', -500, 0],
    ]);
    await server.post({
      id: `evt_${intent}_again`,
      object: 'event',
      type: 'refund.updated',
      created: Math.floor(server.clock.now().getTime() / 1000),
      data: { object: { id: 're_1', payment_intent: intent } },
    });
    expect([await server.balance(user), (await row()).refundedCents]).toEqual([0, 1000]);
  });

  it('returns nothing after a read that another process has overtaken', async () => {
    const { user, intent, row } = await bought();
    const stale = (await server.port.readPayment(intent))!;
    await lose(intent);
    const read = vi.spyOn(server.port, 'readPayment').mockResolvedValueOnce(stale);
    await server.post({
      id: `evt_${intent}_stale`,
      object: 'event',
      type: 'charge.refunded',
      created: Math.floor(server.clock.now().getTime() / 1000),
      data: { object: { id: 'ch_1', payment_intent: intent } },
    });
    expect(read).toHaveBeenCalledTimes(2);
    read.mockRestore();
    expect([await server.balance(user), (await row()).refundedCents]).toEqual([0, 1000]);
  });
});

describe('a user who deletes their account while paying', () => {
  const gone = async ({ userId }: TestUser) => {
    await server.database.orm.delete(users).where(eq(users.id, userId));
  };
  const refunded = async (checkoutId: string) =>
    (await server.port.readPayment((await server.port.readCheckout(checkoutId))!.paymentIntentId!))
      ?.refundedCents;

  it('gets a refund and no credits', async () => {
    const user = await server.signIn();
    const id = await server.pay(user, { quantity: 5 });
    await gone(user);
    await server.standIn.deliver();
    expect(await refunded(id)).toBe(1000);
    expect(
      await server.database.orm.$count(
        ledger,
        and(eq(ledger.userId, user.userId), eq(ledger.kind, 'purchase')),
      ),
    ).toBe(0);
  });

  it('also with a slow payment, and after Stripe has deleted the customer', async () => {
    const user = await server.signIn();
    const id = await server.open(user, { quantity: 5 });
    await server.standIn.pay(id, { slowly: true });
    const customer = await server.customerOf(user);
    await gone(user);
    await server.billing.keepHouse();
    await vi.waitFor(
      async () => expect(await server.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true }),
      50_000,
    );
    await server.standIn.settle(id, 'arrives');
    await server.standIn.deliver();
    expect(await refunded(id)).toBe(1000);
    await server.billing.keepHouse();
    await vi.waitFor(
      async () =>
        expect(
          await server.database.orm.$count(billingCustomers, eq(billingCustomers.userId, user.userId)),
        ).toBe(0),
      50_000,
    );
    expect(await server.database.orm.$count(checkouts, eq(checkouts.userId, user.userId))).toBe(0);
  });
});
