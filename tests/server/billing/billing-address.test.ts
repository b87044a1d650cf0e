import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { users } from '#server/accounts/tables.ts';
import { billingCustomers } from '#server/billing/tables.ts';
import { type BillingServer, createBillingServer } from '#tests/support/billing-server.ts';
import type { TestUser } from '#tests/support/server.ts';

let server: BillingServer;
beforeAll(async () => {
  server = await createBillingServer();
  await server.start();
});
afterEach(() => {
  server.outage.answer = null;
});
afterAll(() => server.close());

let last = 0;
async function someone() {
  const name = `moving-${++last}`;
  const signIn = (email: string) => server.signIn({ sub: name, email, emailVerified: true });
  const user = await signIn(`${name}@example.org`);
  return { user, moveTo: async (at: string) => void (await signIn(`${name}@${at}`)), name };
}

const atStripe = async (customerId: string) => {
  const customer = await server.stripe.customers.retrieve(customerId);
  return customer.deleted ? 'deleted' : customer.email;
};
const jobsOf = async ({ userId }: TestUser) =>
  (
    await server.database.orm.execute<{ state: string }>(
      sql`select state from pgboss.job where name = 'change-customer-address' and data ->> 'userId' = ${userId}`,
    )
  ).rows.map(({ state }) => state);
const done = (user: TestUser, times: number) =>
  vi.waitFor(async () => expect(await jobsOf(user)).toEqual(Array(times).fill('completed')), 50_000);
const changesAsked = (customerId: string) =>
  server.asked.filter((call) => call === `POST /v1/customers/${customerId}`).length;

describe('the address of a customer at Stripe', () => {
  it('follows the user’s sign-in address, also the second time', async () => {
    const { user, moveTo, name } = await someone();
    await server.open(user, { quantity: 5 });
    const customer = await server.customerOf(user);
    expect(await atStripe(customer)).toBe(`${name}@example.org`);
    await moveTo('example.com');
    await done(user, 1);
    expect(await atStripe(customer)).toBe(`${name}@example.com`);
    await moveTo('example.net');
    await done(user, 2);
    expect(await atStripe(customer)).toBe(`${name}@example.net`);
    expect(await server.customerOf(user)).toBe(customer);
  });

  it('is updated only if it has changed, and there is a customer', async () => {
    const [same, none] = [await someone(), await someone()];
    await server.open(same.user, { quantity: 5 });
    await same.moveTo('example.org');
    await none.moveTo('example.com');
    expect([await jobsOf(same.user), await jobsOf(none.user)]).toEqual([[], []]);
    await server.open(none.user, { quantity: 5 });
    expect(await atStripe(await server.customerOf(none.user))).toBe(`${none.name}@example.com`);
    expect(await jobsOf(none.user)).toEqual([]);
  });

  it('is retried until Stripe responds, with the current address', async () => {
    const { user, moveTo, name } = await someone();
    await server.open(user, { quantity: 5 });
    const customer = await server.customerOf(user);
    server.outage.answer = async () => new Response('{"error":{"type":"api_error"}}', { status: 400 });
    await moveTo('example.com');
    await vi.waitFor(() => expect(changesAsked(customer)).toBeGreaterThan(0), 50_000);
    await server.database.orm
      .update(users)
      .set({ email: `${name}@example.net` })
      .where(eq(users.id, user.userId));
    server.outage.answer = null;
    await done(user, 1);
    expect(await atStripe(customer)).toBe(`${name}@example.net`);
  });

  it('is the new one if it changes while the customer is being created', async () => {
    const { user, moveTo, name } = await someone();
    const ensure = server.port.ensureCustomer;
    const making = vi.spyOn(server.port, 'ensureCustomer').mockImplementationOnce(async (wanted) => {
      const made = await ensure(wanted);
      await moveTo('example.com');
      return made;
    });
    await server.open(user, { quantity: 5 });
    expect(making).toHaveBeenCalledOnce();
    making.mockRestore();
    await done(user, 1);
    expect(await atStripe(await server.customerOf(user))).toBe(`${name}@example.com`);
  });

  it('is dropped if the user or the customer is deleted meanwhile', async () => {
    const [gone, unknown] = [await someone(), await someone()];
    for (const { user } of [gone, unknown]) await server.open(user, { quantity: 5 });
    const [kept, deleted] = [await server.customerOf(gone.user), await server.customerOf(unknown.user)];
    await server.stripe.customers.del(deleted);
    server.outage.answer = async () => new Response('{"error":{"type":"api_error"}}', { status: 400 });
    await gone.moveTo('example.com');
    await vi.waitFor(() => expect(changesAsked(kept)).toBeGreaterThan(0), 50_000);
    await server.database.orm.delete(users).where(eq(users.id, gone.user.userId));
    server.outage.answer = null;
    await done(gone.user, 1);
    expect(await atStripe(kept)).toBe(`${gone.name}@example.org`);

    await unknown.moveTo('example.com');
    await done(unknown.user, 1);
    expect(await atStripe(deleted)).toBe('deleted');

    await server.billing.keepHouse();
    await vi.waitFor(async () => expect(await atStripe(kept)).toBe('deleted'), 50_000);
    await vi.waitFor(
      async () =>
        expect(
          await server.database.orm.$count(billingCustomers, eq(billingCustomers.userId, gone.user.userId)),
        ).toBe(0),
      50_000,
    );
  });
});
