import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { decodeForm } from '#server/stand-ins/stripe/form.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { createStandInBench, type StandInBench } from '#tests/support/stand-in-bench.ts';

let database: Database;
let bench: StandInBench;
beforeAll(async () => {
  database = await openTestDatabase();
  bench = createStandInBench(database);
});
afterAll(() => database.close());

async function raw(path: string, body?: string, headers: Record<string, string> = {}) {
  const response = await bench.standIn.fetch(`https://api.stripe.com${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${bench.standIn.secretKey}`, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

describe('the stand-in’s API', () => {
  it('uses the SDK’s version', async () => {
    const { headers } = await raw('/v1/prices');
    expect(headers.get('stripe-version')).toBe(Stripe.API_VERSION);
    expect(headers.get('request-id')).toMatch(/^req_/);
  });

  it.each([
    ['none', {}],
    ['another', { authorization: 'Bearer sk_live_secret' }],
    ['no bearer', { authorization: 'sk_test_stand_in' }],
  ])('rejects a call without its key: %s', async (_, headers) => {
    const response = await bench.standIn.fetch('https://api.stripe.com/v1/prices', { headers });
    const text = await response.text();
    expect(response.status).toBe(401);
    expect(text).not.toContain('sk_');
  });

  it.each([
    ['/v1/nothing', undefined, 404, undefined],
    ['/v1/customers/../prices/x%2Fy', undefined, 404, undefined],
    ['/v1/customers/cus_none', undefined, 404, 'resource_missing'],
    ['/v1/prices/price_none', undefined, 404, 'resource_missing'],
    ['/v1/customers', 'emial=a', 400, 'parameter_unknown'],
    ['/v1/checkout/sessions', 'mode=payment', 400, 'parameter_missing'],
    ['/v1/checkout/sessions', 'mode=barter', 400, undefined],
    ['/v1/refunds', 'payment_intent=pi_none', 404, 'resource_missing'],
    ['/v1/refunds', '', 400, undefined],
    ['/v1/refunds', 'payment_intent=pi_none&amount=-5', 400, undefined],
    ['/v1/refunds', 'payment_intent=pi_none&amount=1e3', 400, undefined],
    ['/v1/customers?limit=0', undefined, 400, undefined],
    ['/v1/customers?limit=101', undefined, 400, undefined],
    ['/v1/customers?starting_after=cus_none', undefined, 404, 'resource_missing'],
    ['/v1/prices?expand[]=data.nothing', undefined, 400, undefined],
    ['/v1/customers', `email=${'a'.repeat(300_000)}`, 400, undefined],
    ['/v1/customers', 'email=%00', 400, undefined],
    ['/v1/customers', 'email[__proto__][x]=1', 400, undefined],
    ['/v1/customers', '__proto__[polluted]=1', 400, 'parameter_unknown'],
    ['/v1/customers', 'a[b][c][d][e][f][g][h][i]=1', 400, undefined],
    ['/v1/customers', 'email=a&email[b]=c', 400, undefined],
    ['/v1/customers', Array.from({ length: 501 }, (_, at) => `metadata[k${at}]=1`).join('&'), 400, undefined],
    ['/v1/customers', Array.from({ length: 51 }, (_, at) => `metadata[k${at}]=1`).join('&'), 400, undefined],
  ])('rejects as Stripe does: %s %s', async (path, body, status, code) => {
    const answer = await raw(path, body);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatchObject({
      type: 'invalid_request_error',
      message: expect.any(String),
      ...(code === undefined ? {} : { code }),
    });
    expect(JSON.stringify(answer.body).length).toBeLessThan(1000);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'not an address', '//example.org'])(
    'never redirects to %s',
    async (address) => {
      const { id } = await bench.customer();
      const form = new URLSearchParams({
        mode: 'payment',
        customer: id,
        success_url: address,
        'line_items[0][price_data][currency]': 'usd',
        'line_items[0][price_data][unit_amount]': '500',
        'line_items[0][price_data][product_data][name]': 'x',
      });
      expect((await raw('/v1/checkout/sessions', form.toString())).body.error.param).toBe('success_url');
      const portal = new URLSearchParams({ customer: id, return_url: address });
      expect((await raw('/v1/billing_portal/sessions', portal.toString())).body.error.param).toBe(
        'return_url',
      );
    },
  );

  it('reads the SDK’s forms', () => {
    expect(decodeForm('a=1&b[c]=2&b[d][0]=3&b[d][1]=4&e[]=5&e[]=6&f[0][g]=7')).toEqual({
      a: '1',
      b: { c: '2', d: ['3', '4'] },
      e: ['5', '6'],
      f: [{ g: '7' }],
    });
    expect(() => decodeForm('[x]=1')).toThrow('unreadable parameter');
    expect(() => decodeForm('a[b=1')).toThrow('unreadable parameter');
  });

  it('does the work once per idempotency key', async () => {
    const { stripe, standIn } = bench;
    const email = 'twice@example.org';
    const first = await stripe.customers.create({ email }, { idempotencyKey: 'make-twice' });
    const [second, third] = await Promise.all([
      stripe.customers.create({ email }, { idempotencyKey: 'make-twice' }),
      stripe.customers.create({ email }, { idempotencyKey: 'make-twice' }),
    ]);
    expect([second.id, third.id]).toEqual([first.id, first.id]);
    expect((await stripe.customers.list({ email })).data).toHaveLength(1);
    await expect(
      stripe.customers.create({ email: 'other@example.org' }, { idempotencyKey: 'make-twice' }),
    ).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
    const again = await raw('/v1/customers', `email=${encodeURIComponent(email)}`, {
      'idempotency-key': 'make-twice',
    });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await standIn.events(1)).toMatchObject([{ objectId: first.id }]);
    bench.setNow('2026-02-02T10:00:00Z');
    expect((await stripe.customers.create({ email }, { idempotencyKey: 'make-twice' })).id).not.toBe(
      first.id,
    );
  });

  it('pages through lists', async () => {
    const { stripe } = bench;
    const { id: customer } = await bench.customer();
    const made: string[] = [];
    for (const _ of 'seven..') made.unshift((await bench.purchase(customer)).id);
    const ids = async (more: Stripe.Checkout.SessionListParams) => {
      const page = await stripe.checkout.sessions.list({ customer, limit: 3, ...more });
      return [page.data.map(({ id }) => id), page.has_more];
    };
    const all: string[] = [];
    for await (const { id } of stripe.checkout.sessions.list({ customer, limit: 3 })) all.push(id);
    expect(all).toHaveLength(7);
    expect(new Set(all)).toEqual(new Set(made));
    expect(await ids({})).toEqual([all.slice(0, 3), true]);
    expect(await ids({ starting_after: all[4] ?? '' })).toEqual([all.slice(5), false]);
    const created = Math.floor(bench.now().getTime() / 1000);
    expect((await ids({ created: { gte: created + 1 } }))[0]).toEqual([]);
    expect((await ids({ created: { gte: created } }))[0]).toHaveLength(3);
  });

  it('expands other objects on request', async () => {
    const { subscriptionId, customerId } = await bench.subscriber('PRO');
    const [invoice] = (
      await bench.stripe.invoices.list({
        subscription: subscriptionId,
        expand: ['data.payments.data.payment.payment_intent', 'data.customer'],
      })
    ).data;
    expect(invoice).toMatchObject({
      customer: { id: customerId, object: 'customer' },
      payments: { data: [{ payment: { payment_intent: { object: 'payment_intent', amount: 2500 } } }] },
    });
    const { latest_invoice: latest } = await bench.stripe.subscriptions.retrieve(subscriptionId, {
      expand: ['latest_invoice', 'schedule', 'items.data.price.product'],
    });
    expect(latest).toMatchObject({ id: invoice?.id });
    await expect(
      bench.stripe.subscriptions.retrieve(subscriptionId, { expand: ['status'] }),
    ).rejects.toMatchObject({ statusCode: 400 });
  });

  it('[R7.12] opens a customer’s own portal', async () => {
    const { stripe } = bench;
    const one = await bench.subscriber('STANDARD');
    const other = await bench.subscriber('STANDARD', 'other@example.org');
    const subscription = await stripe.subscriptions.retrieve(one.subscriptionId);
    const open = (customer: string, price: string) =>
      stripe.billingPortal.sessions.create({
        customer,
        return_url: 'https://app.example.org/campaign#billing',
        flow_data: {
          type: 'subscription_update_confirm',
          subscription_update_confirm: {
            subscription: subscription.id,
            items: [{ id: subscription.items.data[0]?.id ?? '', price, quantity: 1 }],
          },
          after_completion: {
            type: 'redirect',
            redirect: { return_url: 'https://app.example.org/campaign#billing' },
          },
        },
      });
    const session = await open(one.customerId, 'price_standin_pro');
    expect(session.url).toMatch(/^https:\/\/app\.example\.org\/dev\/billing\/portal\/\w{40}$/);
    expect(session.flow).toMatchObject({ type: 'subscription_update_confirm' });
    await expect(open(other.customerId, 'price_standin_pro')).rejects.toMatchObject({ statusCode: 400 });
    await expect(open(one.customerId, 'price_standin_standard')).rejects.toThrow('no changes to confirm');
  });
});
