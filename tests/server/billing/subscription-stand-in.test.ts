import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedInSession } from '#contract/account.ts';
import { type BillingServer, createBillingServer } from '#tests/support/billing-server.ts';
import type { TestUser } from '#tests/support/server.ts';

const dayMs = 86_400_000;
let server: BillingServer;
beforeAll(async () => {
  server = await createBillingServer();
  await server.start();
});
afterAll(() => server.close());

const session = async (user: TestUser) =>
  (await (await user.call('GET', '/check-session')).json()) as SignedInSession;

async function subscriber(tier: 'STANDARD' | 'PRO') {
  const user = await server.signIn();
  await server.pay(user, { tier });
  const customerId = await server.customerOf(user);
  const [id] = await server.subscriptionsOf(user);
  await server.standIn.deliver();
  return { user, customerId, id: id! };
}

const days = (count: number) => new Date(server.clock.now().getTime() + count * dayMs);
const lettersTo = async (user: TestUser) => {
  const { userEmail } = await session(user);
  return server.outbox
    .messages()
    .filter(({ to }) => to === userEmail)
    .map(({ subject }) => subject)
    .reverse();
};
const lettersAfterHousekeeping = async (user: TestUser) => {
  await server.billing.keepHouse();
  return lettersTo(user);
};

describe('a subscription through the unchanged SDK and signed events', () => {
  it('[R3.2] [R9.3] [R9.4] [R9.5] handles an upgrade and the following months, with events in any order and twice', async () => {
    const { user, customerId, id } = await subscriber('STANDARD');
    expect(await session(user)).toMatchObject({
      userCreditBalance: 750,
      activeSubscription: { tier: 'STANDARD', status: 'active', pendingTier: null },
    });
    await server.standIn.advance(customerId, days(10));
    await server.standIn.changePlan(id, 'PRO');
    await server.standIn.deliver({ order: 'reverse' });
    const { activeSubscription, userCreditBalance } = await session(user);
    expect(activeSubscription?.tier).toBe('PRO');
    const [from, to] = [activeSubscription!.currentPeriodStart, activeSubscription!.currentPeriodEnd];
    const length = Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
    const upgrade = Math.round((1250 * (length - 10)) / length);
    // The stand-in's seconds may reach the next day.
    expect([750 + upgrade, 750 + Math.round((1250 * (length - 9)) / length)]).toContain(userCreditBalance);

    await server.standIn.nextCycle(customerId);
    await server.standIn.deliver({ order: 'shuffled', again: true });
    expect((await session(user)).userCreditBalance).toBe(userCreditBalance + 2000);
  });

  it('[R9.5] applies a downgrade next month unless it is reverted', async () => {
    const { user, customerId, id } = await subscriber('PRO');
    await server.standIn.changePlan(id, 'STANDARD');
    await server.standIn.deliver({ order: 'reverse' });
    expect((await session(user)).activeSubscription).toMatchObject({ tier: 'PRO', pendingTier: 'STANDARD' });
    await server.standIn.keepPlan(id);
    await server.standIn.deliver();
    expect((await session(user)).activeSubscription).toMatchObject({ tier: 'PRO', pendingTier: null });
    await server.standIn.changePlan(id, 'STANDARD');
    await server.standIn.nextCycle(customerId);
    await server.standIn.deliver({ order: 'shuffled' });
    expect(await session(user)).toMatchObject({
      userCreditBalance: 2750,
      activeSubscription: { tier: 'STANDARD', pendingTier: null },
    });
  });

  it('[R4.10] [R9.5] shows and reverts a cancellation, and applies it at the period’s end', async () => {
    const { user, customerId, id } = await subscriber('STANDARD');
    await server.standIn.cancel(id);
    await server.standIn.deliver();
    expect(await session(user)).toMatchObject({
      activeSubscription: { status: 'cancelled', cancelledAt: expect.any(String) },
      nextCreditDropDate: null,
    });
    await server.standIn.resume(id);
    await server.standIn.deliver();
    expect(await session(user)).toMatchObject({
      activeSubscription: { status: 'active', cancelledAt: null },
      nextCreditDropDate: expect.any(String),
    });
    await server.standIn.cancel(id);
    await server.standIn.nextCycle(customerId);
    await server.standIn.deliver({ order: 'reverse' });
    expect(await session(user)).toMatchObject({ activeSubscription: null, userCreditBalance: 750 });
    expect(await lettersAfterHousekeeping(user)).toEqual([]);
  });

  it('emails about a failed payment, and grants the credits once it is paid', async () => {
    const { user, customerId, id } = await subscriber('PRO');
    await server.standIn.failNextPayment(customerId);
    await server.standIn.nextCycle(customerId);
    await server.standIn.deliver({ order: 'shuffled' });
    const { activeSubscription, userCreditBalance } = await session(user);
    expect(userCreditBalance).toBe(2000);
    expect(Date.parse(activeSubscription!.graceEndsAt!)).toBe(
      Date.parse(activeSubscription!.currentPeriodStart) + 14 * dayMs,
    );
    expect(await lettersAfterHousekeeping(user)).toEqual(['Your payment for Hearthscribe failed']);
    const { latest_invoice: invoice } = await server.stripe.subscriptions.retrieve(id);
    await server.standIn.payInvoice(invoice as string);
    await server.standIn.deliver({ order: 'reverse' });
    expect(await session(user)).toMatchObject({
      userCreditBalance: 4000,
      activeSubscription: { graceEndsAt: null },
    });
  });

  it('ends one that Stripe ended for lack of payment, and emails the user', async () => {
    const { user, customerId } = await subscriber('STANDARD');
    await server.standIn.card(customerId, 'failing');
    await server.standIn.advance(customerId, days(60));
    await server.standIn.deliver({ order: 'made' });
    expect(await session(user)).toMatchObject({ activeSubscription: null, userCreditBalance: 750 });
    expect(await lettersAfterHousekeeping(user)).toEqual(['Your Hearthscribe subscription has ended']);
  });
});
