import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purchaseCents } from '#contract/prices.ts';
import { type BillingServer, browser, createBillingServer } from '#tests/support/billing-server.ts';
import { promisedAnswers } from '#tests/support/hostile-requests.ts';
import type { TestUser } from '#tests/support/server.ts';

let server: BillingServer;
let user: TestUser;
let victim: TestUser;

beforeAll(async () => {
  server = await createBillingServer();
  await server.start();
  user = await server.signIn();
  victim = await server.signIn();
});
afterAll(() => server.close());

async function told(answer: Response): Promise<string> {
  const body = (await answer.json().catch(() => ({}))) as { error?: { code?: string } };
  return `${answer.status} ${body.error?.code ?? ''}`.trim();
}

const event = (id: string, type: string, object: object) => ({
  id,
  object: 'event',
  type,
  created: Math.floor(server.clock.now().getTime() / 1000),
  data: { object },
});
const completed = (id: string, object: object) => event(id, 'checkout.session.completed', object);

async function sessionOf(answer: Response) {
  const { checkout_id: id } = (await answer.json()) as { checkout_id: string };
  return server.stripe.checkout.sessions.retrieve(id);
}

const cases: Readonly<Record<string, () => Promise<string>>> = {
  'Another user’s checkout': async () => {
    const id = await server.open(victim, { quantity: 5 });
    return told(await user.call('GET', `/account/checkouts/${id}`));
  },
  'A checkout that never was': async () => told(await user.call('GET', '/account/checkouts/cs_test_guessed')),
  'A quantity that is not sold': async () =>
    told(await user.call('POST', '/stripe-checkout', { ...browser, quantity: 7 })),
  'A purchase with a price of one’s own': async () => {
    const mine = { ...browser, quantity: 50, amount: 1, price: 1, unit_amount: 1, currency: 'jpy' };
    const answer = await user.call('POST', '/stripe-checkout', mine);
    const { amount_total: cents, currency } = await sessionOf(answer);
    return `200, at our price: ${cents === purchaseCents(50) && currency === 'usd'}`;
  },
  'A purchase in another user’s name': async () => {
    const theirs = { ...browser, quantity: 5, userId: victim.userId, customer: victim.userId };
    const session = await sessionOf(await user.call('POST', '/stripe-checkout', theirs));
    return `200, for the bearer: ${session.metadata?.userId === user.userId && session.customer === (await server.customerOf(user))}`;
  },
  'The 31st checkout within ten minutes': async () => {
    const eager = await server.signIn();
    for (let count = 0; count < 30; count += 1) await eager.call('POST', '/account/billing-portal');
    return told(await eager.call('POST', '/stripe-checkout', { ...browser, quantity: 5 }));
  },
  'An event without a signature': async () =>
    told(await server.call('POST', '/stripe/webhook', completed('evt_1', { id: 'cs_1' }))),
  'An event signed with another secret': async () =>
    told(await server.post(completed('evt_2', { id: 'cs_1' }), { secret: 'whsec_guessed' })),
  'An event whose body was changed': async () =>
    told(
      await server.post(completed('evt_3', { id: 'cs_1' }), {
        body: JSON.stringify(completed('evt_3', { id: 'cs_2' })),
      }),
    ),
  'An event signed six minutes ago': async () =>
    told(
      await server.post(completed('evt_4', { id: 'cs_1' }), {
        at: new Date(server.clock.now().getTime() - 360_000),
      }),
    ),
  'An event of a megabyte': async () =>
    told(await server.post(completed('evt_5', { id: 'cs_1', text: 'x'.repeat(1024 * 1024) }))),
  'An event of a payment, a hundred times': async () => {
    const buyer = await server.signIn();
    const id = await server.pay(buyer, { quantity: 5 });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => server.post(completed(`evt_again_${index % 3}`, { id }))),
    );
    const statuses = [...new Set(answers.map(({ status }) => status))];
    return `${statuses.join()}, credits once: ${(await server.balance(buyer)) === 500}`;
  },
  'A signed event that says an unpaid checkout is paid': async () => {
    const buyer = await server.signIn();
    const id = await server.open(buyer, { quantity: 50 });
    const paid = { id, status: 'complete', payment_status: 'paid', amount_total: 7000 };
    const answer = await told(await server.post(completed('evt_6', paid)));
    return `${answer}, credits: ${await server.balance(buyer)}`;
  },
  'A signed event of one user’s payment that names another user': async () => {
    const [buyer, thief] = [await server.signIn(), await server.signIn()];
    const id = await server.pay(buyer, { quantity: 5 });
    await server.open(thief, { quantity: 5 });
    const renamed = {
      id,
      customer: await server.customerOf(thief),
      client_reference_id: thief.userId,
      metadata: { app: 'hearthscribe', userId: thief.userId, quantity: '50' },
    };
    const answer = await told(await server.post(completed('evt_7', renamed)));
    expect(await server.balance(buyer)).toBe(500);
    return `${answer}, credits: ${await server.balance(thief)}`;
  },
  'A checkout of a stranger at Stripe that names one of our users': async () => {
    const named = await server.signIn();
    await server.open(named, { quantity: 5 });
    const stranger = await server.stripe.customers.create({ email: 'stranger@example.org' });
    const { id } = await server.stripe.checkout.sessions.create({
      mode: 'payment',
      customer: stranger.id,
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 50, product_data: { name: 'cheap' } } },
      ],
      success_url: 'http://localhost/',
      metadata: { app: 'hearthscribe', userId: named.userId, quantity: '50' },
    });
    await server.standIn.pay(id);
    const answer = await told(await server.post(completed('evt_8', { id })));
    return `${answer}, credits: ${await server.balance(named)}`;
  },
  'A second subscription, made past us': async () => {
    const buyer = await server.signIn();
    await server.pay(buyer, { tier: 'STANDARD' });
    await server.standIn.deliver();
    const { id } = await server.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: await server.customerOf(buyer),
      line_items: [{ quantity: 1, price: server.standIn.prices.PRO }],
      success_url: 'http://localhost/',
    });
    const { subscription } = await server.standIn.pay(id);
    const answer = await told(
      await server.post(event('evt_9', 'customer.subscription.created', { id: subscription })),
    );
    return `${answer}, credits: ${await server.balance(buyer)}`;
  },
  'The reconciliation without the operator’s key': async () =>
    told(
      await server.call('POST', '/operator/reconciliation', { mend: true }, { 'x-operator-key': 'guessed' }),
    ),
};

const promised = promisedAnswers('Payments');

describe('hostile requests about payments', () => {
  it('match the documentation exactly', () => {
    expect([...promised.keys()].sort()).toEqual(Object.keys(cases).sort());
  });

  it.each(Object.keys(cases))('%s', async (name) => {
    expect(await cases[name]!()).toBe(promised.get(name));
  });
});
