import { and, eq, isNull } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { purchaseCents, purchaseQuantities } from '#contract/prices.ts';
import { billingEvents, payments, subscriptions } from '#server/billing/tables.ts';
import { type BillingServer, browser, createBillingServer } from '#tests/support/billing-server.ts';
import { createTestServer } from '#tests/support/server.ts';

const logged: string[] = [];
let server: BillingServer;

beforeAll(async () => {
  server = await createBillingServer({
    overrides: { log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }) },
  });
  await server.start();
});
afterAll(() => server.close());
afterEach(() => {
  server.outage.answer = null;
});

const read = async (answer: Response) => ({ status: answer.status, body: await answer.json() });
const codeOf = async (answer: Response) => ((await answer.json()) as { error: { code: string } }).error.code;

describe('POST /stripe-checkout', () => {
  it.each(purchaseQuantities)(
    '[R7.10][R5.12][R9.2] opens a checkout for %i hundred credits at the stated price',
    async (quantity) => {
      const user = await server.signIn({ email: `buyer${quantity}@example.org` });
      const { status, body } = await read(
        await user.call('POST', '/stripe-checkout', {
          ...browser,
          promotekit_referral: 'friend',
          gaClientId: '12.34',
          quantity,
        }),
      );
      expect(status).toBe(200);
      const { checkout_id: id, checkout_url: url } = body as { checkout_id: string; checkout_url: string };
      expect(new URL(url).pathname).toContain(id);
      const session = await server.stripe.checkout.sessions.retrieve(id, { expand: ['line_items'] });
      expect(session).toMatchObject({
        mode: 'payment',
        amount_total: purchaseCents(quantity),
        currency: 'usd',
        client_reference_id: user.userId,
        success_url: 'http://localhost/campaign#purchase-complete',
        cancel_url: 'http://localhost/campaign#purchase-abandoned',
        metadata: {
          app: 'hearthscribe',
          userId: user.userId,
          quantity: String(quantity),
          userAgent: browser.userAgent,
          promotekit_referral: 'friend',
          gaClientId: '12.34',
        },
      });
    },
  );

  it('[R7.10] requires a known quantity and a signed-in user', async () => {
    const user = await server.signIn();
    for (const quantity of [0, 4, 6, 5.5, -5, '5', null])
      expect((await user.call('POST', '/stripe-checkout', { ...browser, quantity })).status).toBe(400);
    expect((await server.call('POST', '/stripe-checkout', { ...browser, quantity: 5 })).status).toBe(401);
  });

  it('creates one customer per user, even for two at the same time', async () => {
    const user = await server.signIn();
    await Promise.all([server.open(user, { quantity: 5 }), server.open(user, { quantity: 25 })]);
    const { data } = await server.stripe.checkout.sessions.list({ customer: await server.customerOf(user) });
    expect(data).toHaveLength(2);
  });

  it('opens at most 30 in ten minutes', async () => {
    const user = await server.signIn();
    for (let count = 0; count < 30; count += 1)
      expect((await user.call('POST', '/account/billing-portal')).status).toBe(200);
    const refused = await user.call('POST', '/stripe-checkout', { ...browser, quantity: 5 });
    expect([refused.status, await codeOf(refused)]).toEqual([429, 'tooManyRequests']);
  });
});

describe('POST /stripe-subscription-checkout', () => {
  it.each(['STANDARD', 'PRO'] as const)('[R7.11][R5.13] opens a checkout of %s', async (tier) => {
    const user = await server.signIn();
    const id = await server.open(user, { tier });
    const session = await server.stripe.checkout.sessions.retrieve(id);
    expect(session).toMatchObject({
      mode: 'subscription',
      amount_total: tier === 'PRO' ? 2500 : 900,
      metadata: { tier, userId: user.userId },
    });
  });

  it('[R8.2] directs users with a subscription to the portal, with the error', async () => {
    const user = await server.signIn();
    await server.pay(user, { tier: 'STANDARD' });
    await server.standIn.deliver();
    for (const tier of ['PRO', 'STANDARD'] as const) {
      const { status, body } = await read(
        await user.call('POST', '/stripe-subscription-checkout', { ...browser, tier }),
      );
      expect(status).toBe(409);
      expect(body).toMatchObject({
        error: { code: 'redirectToPortal' },
        action: 'redirect_to_portal',
        portal_url: expect.stringContaining('/dev/billing/portal/'),
      });
    }
  });

  it('[R8.2] notices a subscription paid in another tab before its event', async () => {
    const user = await server.signIn();
    await server.pay(user, { tier: 'STANDARD' });
    const answer = await user.call('POST', '/stripe-subscription-checkout', { ...browser, tier: 'STANDARD' });
    expect(answer.status).toBe(409);
    expect(await server.balance(user)).toBe(750);
  });

  it('opens a new one if the subscription has ended at Stripe without an event', async () => {
    const user = await server.signIn();
    await server.pay(user, { tier: 'STANDARD' });
    await server.standIn.deliver();
    const [subscription] = await server.subscriptionsOf(user);
    await server.stripe.subscriptions.cancel(subscription!);
    const answer = await user.call('POST', '/stripe-subscription-checkout', { ...browser, tier: 'PRO' });
    expect(answer.status).toBe(200);
    await server.standIn.deliver();
  });

  it('closes an earlier open checkout, to prevent paying twice', async () => {
    const user = await server.signIn();
    const first = await server.open(user, { tier: 'STANDARD' });
    await server.open(user, { tier: 'PRO' });
    expect((await server.stripe.checkout.sessions.retrieve(first)).status).toBe('expired');
    expect(await read(await user.call('GET', `/account/checkouts/${first}`))).toMatchObject({
      body: { state: 'expired', credits: 0, tier: 'STANDARD' },
    });
  });

  it('ends and refunds a second subscription that was paid anyway', async () => {
    const user = await server.signIn();
    const [first, second] = [
      await server.open(user, { tier: 'STANDARD' }),
      await server.open(user, { quantity: 5 }),
    ];
    expect(second).not.toBe(first);
    await server.standIn.pay(first);
    await server.standIn.deliver();
    const { url: _, ...session } = await server.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: await server.customerOf(user),
      line_items: [{ price: server.standIn.prices.PRO, quantity: 1 }],
      success_url: 'http://localhost/campaign',
      metadata: { app: 'hearthscribe', userId: user.userId, tier: 'PRO' },
    });
    await server.standIn.pay(session.id);
    await server.standIn.deliver({ order: 'shuffled' });
    await server.standIn.deliver({ again: true });
    const { data } = await server.stripe.subscriptions.list({
      customer: await server.customerOf(user),
      status: 'all',
    });
    expect(data.map(({ status }) => status).toSorted()).toEqual(['active', 'canceled']);
    const ended = data.find(({ status }) => status === 'canceled')!;
    const [invoice] = await server.port.invoicesOf(ended.id);
    expect(await server.port.readPayment(invoice!.paymentIntentId!)).toMatchObject({
      amountCents: 2500,
      refundedCents: 2500,
    });
    expect(await server.balance(user)).toBe(750);
    expect(logged.join('')).toContain('Cancelled and refunded a user’s second subscription');
  });
});

describe('POST /account/billing-portal', () => {
  it('[R7.12] opens the portal, with a configuration created once', async () => {
    const [one, other] = [await server.signIn(), await server.signIn()];
    for (const user of [one, other, one]) {
      const { status, body } = await read(await user.call('POST', '/account/billing-portal'));
      expect(status).toBe(200);
      expect(body).toEqual({
        portal_url: expect.stringMatching(/^http:\/\/localhost\/dev\/billing\/portal\//),
      });
    }
    const { data } = await server.stripe.billingPortal.configurations.list({ limit: 100 });
    const ours = data.filter(({ metadata }) => metadata?.app === 'hearthscribe');
    expect(ours).toHaveLength(1);
    expect(ours[0]!.features).toMatchObject({
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: {
        enabled: true,
        proration_behavior: 'always_invoice',
        schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
      },
      payment_method_update: { enabled: true },
      invoice_history: { enabled: true },
    });
  });
});

describe('GET /account/checkouts/{id}', () => {
  it('grants the credits itself before any event; later events grant nothing more', async () => {
    const user = await server.signIn();
    const id = await server.open(user, { quantity: 25 });
    const look = async () => (await read(await user.call('GET', `/account/checkouts/${id}`))).body;
    expect(await look()).toEqual({ state: 'open', credits: 0, tier: null });
    await server.standIn.decline(id);
    expect(await look()).toMatchObject({ state: 'open' });
    await server.standIn.pay(id);
    expect(await look()).toEqual({ state: 'paid', credits: 2500, tier: null });
    expect(await server.balance(user)).toBe(2500);
    await server.standIn.deliver();
    await server.standIn.deliver({ again: true, order: 'reverse' });
    expect(await look()).toEqual({ state: 'paid', credits: 2500, tier: null });
    expect(await server.balance(user)).toBe(2500);
  });

  it('reports what the first month of a subscription granted', async () => {
    const user = await server.signIn();
    const id = await server.pay(user, { tier: 'PRO' });
    const { body } = await read(await user.call('GET', `/account/checkouts/${id}`));
    expect(body).toEqual({ state: 'paid', credits: 2000, tier: 'PRO' });
    const session = (await read(await user.call('GET', '/check-session'))).body;
    expect(session).toMatchObject({
      userCreditBalance: 2000,
      activeSubscription: { tier: 'PRO', status: 'active' },
      nextCreditDropDate: (session as { activeSubscription: { currentPeriodEnd: string } }).activeSubscription
        .currentPeriodEnd,
    });
  });

  it.each([
    ['arrives', 'paid', 500],
    ['fails', 'expired', 0],
  ] as const)('of a slow payment and %s', async (outcome, state, credits) => {
    const user = await server.signIn();
    const id = await server.open(user, { quantity: 5 });
    await server.standIn.pay(id, { slowly: true });
    const look = async () => (await read(await user.call('GET', `/account/checkouts/${id}`))).body;
    expect(await look()).toMatchObject({ state: 'processing', credits: 0 });
    await server.standIn.settle(id, outcome);
    expect(await look()).toMatchObject({ state, credits });
    await server.standIn.deliver();
    expect(await server.balance(user)).toBe(credits);
  });

  it('rejects other users', async () => {
    const [owner, other] = [await server.signIn(), await server.signIn()];
    const id = await server.pay(owner, { quantity: 5 });
    expect((await other.call('GET', `/account/checkouts/${id}`)).status).toBe(404);
    expect((await other.call('GET', '/account/checkouts/cs_none')).status).toBe(404);
    expect(await server.balance(other)).toBe(0);
  });
});

describe('refunds and disputes', () => {
  async function bought() {
    const user = await server.signIn();
    const id = await server.pay(user, { quantity: 5 });
    await server.standIn.deliver();
    const intent = (await server.port.readCheckout(id))!.paymentIntentId!;
    const row = async () =>
      (await server.database.orm.select().from(payments).where(eq(payments.id, id)))[0]!;
    return { user, id, intent, row };
  }

  it('return credits in proportion, then all of them', async () => {
    const { user, intent, row } = await bought();
    await server.standIn.refund(intent, 333);
    await server.standIn.deliver();
    expect(await server.balance(user)).toBe(334);
    await server.standIn.refund(intent, 333);
    await server.standIn.deliver({ again: true, order: 'reverse' });
    expect(await server.balance(user)).toBe(167);
    await server.standIn.refund(intent);
    await server.standIn.deliver();
    expect(await server.balance(user)).toBe(0);
    expect(await row()).toMatchObject({ amountCents: 1000, refundedCents: 1000 });
  });

  it('before the payment was recorded grant nothing and owe nothing', async () => {
    const user = await server.signIn();
    const id = await server.pay(user, { quantity: 5 });
    await server.standIn.refund((await server.port.readCheckout(id))!.paymentIntentId!);
    await server.standIn.deliver({ order: 'reverse' });
    expect(await server.balance(user)).toBe(0);
  });

  it('takes the credits for a lost dispute, but not for a won one', async () => {
    const [lost, won] = [await bought(), await bought()];
    for (const [one, end] of [
      [lost, 'lost'],
      [won, 'won'],
    ] as const) {
      const dispute = await server.standIn.dispute(one.intent);
      await server.standIn.deliver();
      expect(await server.balance(one.user)).toBe(500);
      await server.standIn.closeDispute(dispute, end);
      await server.standIn.deliver();
    }
    expect([await server.balance(lost.user), await server.balance(won.user)]).toEqual([0, 500]);
  });
});

describe('POST /stripe/webhook', () => {
  const event = (id: string, type: string, object: object) => ({
    id,
    object: 'event',
    type,
    created: Math.floor(server.clock.now().getTime() / 1000),
    data: { object },
  });

  it('accepts only what Stripe signed, to the byte and within five minutes', async () => {
    const of = (id: string) => event(id, 'checkout.session.completed', { id: 'cs_unknown' });
    const minute = 60_000;
    const now = server.clock.now().getTime();
    const cases = [
      [await server.post(of('evt_good')), 200],
      [await server.post(of('evt_late'), { at: new Date(now - 4 * minute) }), 200],
      [await server.post(of('evt_stale'), { at: new Date(now - 6 * minute) }), 400],
      [await server.post(of('evt_forged'), { secret: 'whsec_of_somebody_else' }), 400],
      [await server.post(of('evt_tampered'), { body: JSON.stringify(of('evt_other')) }), 400],
      [
        await server.post(of('evt_written_anew'), { body: JSON.stringify(of('evt_written_anew'), null, 2) }),
        400,
      ],
    ] as const;
    for (const [answer, status] of cases) {
      expect(answer.status).toBe(status);
      if (status === 400) expect(await codeOf(answer)).toBe('signatureInvalid');
    }
    expect((await server.call('POST', '/stripe/webhook', of('evt_bare'))).status).toBe(400);
    const kept = await server.database.orm.select({ id: billingEvents.id }).from(billingEvents);
    expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(['evt_good', 'evt_late']));
    for (const id of ['evt_stale', 'evt_forged', 'evt_tampered', 'evt_written_anew'])
      expect(kept.map((row) => row.id)).not.toContain(id);
  });

  it.each([
    ['checkout.session.completed', { id: 'cs_unknown' }],
    ['checkout.session.expired', { id: 'cs_unknown_too' }],
    ['customer.subscription.updated', { id: 'sub_unknown' }],
    ['subscription_schedule.released', { id: 'sub_sched_unknown', subscription: 'sub_unknown_too' }],
    ['invoice.paid', { id: 'in_unknown' }],
    ['charge.refunded', { id: 'ch_unknown', payment_intent: 'pi_unknown' }],
    ['charge.dispute.closed', { id: 'dp_unknown', payment_intent: 'pi_unknown', charge: 'ch_unknown' }],
    ['refund.updated', { id: 're_unknown', payment_intent: null, charge: 'ch_unknown' }],
    ['payout.paid', { id: 'po_unknown' }],
  ])(
    'accepts a signed %s of an unknown object, so that Stripe does not send it again',
    async (type, object) => {
      logged.length = 0;
      const answer = await server.post(event(`evt_unknown_${type}`, type, object));
      expect(`${answer.status} ${await answer.text()}`).toBe('200 {"received":true}');
      expect(logged.join('')).toMatch(/unknown|does not know/u);
    },
  );

  it('rejects a body over half a megabyte', async () => {
    const answer = await server.post(
      event('evt_large', 'invoice.paid', { id: 'in_1', text: 'x'.repeat(600_000) }),
    );
    expect([answer.status, await codeOf(answer)]).toEqual([413, 'payloadTooLarge']);
  });

  it('ignores events of other objects and unknown customers', async () => {
    expect((await server.post(event('evt_payout', 'payout.paid', { id: 'po_1' }))).status).toBe(200);
    const stranger = await server.stripe.customers.create({ email: 'stranger@example.org' });
    const session = await server.stripe.checkout.sessions.create({
      mode: 'payment',
      customer: stranger.id,
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 1000, product_data: { name: 'x' } } },
      ],
      success_url: 'http://localhost/',
      metadata: { app: 'hearthscribe', userId: '00000000-0000-4000-8000-000000000000', quantity: '5' },
    });
    await server.standIn.pay(session.id);
    expect(await server.standIn.deliver()).toMatchObject({ failed: 0 });
    expect(logged.join('')).toContain('A checkout of an unknown customer.');
  });

  it('requests a retry while Stripe cannot be read, and later processes what was left', async () => {
    const user = await server.signIn();
    const id = await server.pay(user, { quantity: 5 });
    server.outage.answer = async () =>
      Response.json({ error: { message: 'down', type: 'api_error' } }, { status: 400 });
    const said = event('evt_during_outage', 'checkout.session.completed', { id });
    expect((await server.post(said)).status).toBe(503);
    expect(await server.balance(user)).toBe(0);
    server.outage.answer = null;
    const waits = () =>
      server.database.orm.$count(
        billingEvents,
        and(eq(billingEvents.id, 'evt_during_outage'), isNull(billingEvents.processedAt)),
      );
    expect(await waits()).toBe(1);
    await server.billing.keepHouse();
    expect([await server.balance(user), await waits()]).toEqual([500, 0]);
    const asked = server.asked.length;
    expect((await server.post(said)).status).toBe(200);
    expect(server.asked).toHaveLength(asked);
  });

  it('finds a payment by itself if no event arrives', async () => {
    const user = await server.signIn();
    await server.pay(user, { quantity: 50 });
    server.clock.advance(31 * 60_000);
    await server.billing.keepHouse();
    expect(await server.balance(user)).toBe(5000);
  });
});

describe('while Stripe is unreachable', () => {
  it.each([
    ['its network fails', () => Promise.reject(new TypeError('fetch failed'))],
    [
      'the key is not taken',
      async () =>
        Response.json(
          { error: { message: 'Invalid API Key provided: sk_test_ab12', type: 'invalid_request_error' } },
          { status: 401 },
        ),
    ],
    ['it reports an error', async () => Response.json({ error: { type: 'api_error' } }, { status: 500 })],
  ])('%s: 503, and no key in the log', async (_, answer) => {
    const user = await server.signIn();
    const id = await server.open(user, { quantity: 5 });
    server.outage.answer = answer;
    logged.length = 0;
    const calls = [
      user.call('POST', '/stripe-checkout', { ...browser, quantity: 5 }),
      user.call('POST', '/stripe-subscription-checkout', { ...browser, tier: 'PRO' }),
      user.call('POST', '/account/billing-portal'),
      user.call('GET', `/account/checkouts/${id}`),
    ];
    for (const call of calls) {
      const refused = await call;
      expect([refused.status, await codeOf(refused)]).toEqual([503, 'paymentsUnavailable']);
    }
    expect(logged.join('')).toContain('Stripe could not be reached.');
    expect(logged.join('')).not.toMatch(/sk_test_\w/);
  });

  it('or not configured: every call says so', async () => {
    const bare = await createTestServer({ database: server.database });
    const user = await bare.signIn();
    const calls = [
      user.call('POST', '/stripe-checkout', { ...browser, quantity: 5 }),
      user.call('POST', '/stripe-subscription-checkout', { ...browser, tier: 'PRO' }),
      user.call('POST', '/account/billing-portal'),
      user.call('GET', '/account/checkouts/cs_1'),
      bare.call('POST', '/stripe/webhook', {}, { 'stripe-signature': 't=1,v1=0' }),
    ];
    for (const call of calls) {
      const refused = await call;
      expect([refused.status, await codeOf(refused)]).toEqual([503, 'paymentsUnavailable']);
    }
  });
});

describe('a user who deletes their account', () => {
  it('deletes the Stripe customer and subscription; the ledger stays, and late events recreate nothing', async () => {
    const claims = { sub: '00000000-0000-4000-8000-0000000000f1', email: 'leaver@example.org' };
    const user = await server.signIn(claims);
    await server.pay(user, { tier: 'STANDARD' });
    await server.standIn.deliver();
    const open = await server.open(user, { quantity: 5 });
    const customer = await server.customerOf(user);
    const [subscription] = await server.subscriptionsOf(user);
    const fresh = await server.issuer.idToken({
      ...claims,
      authTime: server.clock.now(),
      originJti: 'fresh',
    });
    const remove = await server.call('DELETE', `/users/${user.userId}`, undefined, {
      authorization: `Bearer ${fresh}`,
    });
    expect(remove.status).toBe(204);
    await vi.waitFor(async () => expect(logged.join('')).toContain('Deleted a Stripe customer.'), 50_000);
    expect(await server.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
    expect(await server.port.readSubscription(subscription!)).toMatchObject({ status: 'canceled' });
    expect((await server.stripe.checkout.sessions.retrieve(open)).status).toBe('expired');
    expect(await server.standIn.deliver({ again: true, order: 'shuffled' })).toMatchObject({ failed: 0 });
    const rows = await server.database.orm
      .select({ state: subscriptions.state })
      .from(subscriptions)
      .where(eq(subscriptions.id, subscription!));
    expect(rows).toEqual([{ state: 'ended' }]);
  });
});
