import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPayments } from '#server/compose/open-payments.ts';
import { answerFailure } from '#server/http/failures.ts';
import type { App } from '#server/http/mount.ts';
import { requestLog } from '#server/http/request-log.ts';
import type { Database } from '#server/platform/database/database.ts';
import { noTelemetry } from '#server/platform/telemetry.ts';
import { openTestDatabase, silentLog } from '#tests/support/database.ts';
import { createStandInBench, type StandInBench } from '#tests/support/stand-in-bench.ts';

const host = 'localhost:3000';
const here = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };

let database: Database;
let bench: StandInBench;
let app: App;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

function appOf(standIn: StandInBench): App {
  const made: App = new Hono();
  made.use(requestLog(silentLog, noTelemetry));
  made.onError(answerFailure);
  standIn.standIn.mount(made);
  return made;
}
beforeEach(() => {
  bench = createStandInBench(database);
  app = appOf(bench);
});

async function get(path: string, env: object = here) {
  const response = await app.request(path, { headers: { host } }, env);
  return { status: response.status, to: response.headers.get('location'), text: await response.text() };
}

const ownPage = { origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
async function post(path: string, fields: Record<string, string>, headers: Record<string, string> = ownPage) {
  const body = new URLSearchParams(fields).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await app.request(
    path,
    { method: 'POST', body, headers: { host, ...type, ...headers } },
    here,
  );
  return { status: response.status, to: response.headers.get('location'), text: await response.text() };
}
const pathOf = (url: string | null) => new URL(url ?? '').pathname;

describe('the stand-in’s checkout page', () => {
  it('says that no money moves, what is bought and for how much', async () => {
    const { id: customer } = await bench.customer();
    const { url, id } = await bench.purchase(customer);
    const page = await get(pathOf(url));
    expect(page.status).toBe(200);
    for (const words of [
      'No money moves',
      '500 credits',
      'Pay $10.00',
      'mira@example.org',
      '#purchase-abandoned',
    ])
      expect(page.text).toContain(words);
    expect(page.text).not.toContain('<script');
    expect(page.text).not.toContain('style=');
    expect(page.text.match(/(?:src|href)="https?:[^"]*/g)).toEqual([
      'href="http://localhost:3000/campaign#purchase-abandoned',
    ]);
    expect(pathOf(url)).toContain(id);
  });

  it('is declined with a message, paid on another try, and returns', async () => {
    const { id: customer } = await bench.customer();
    const { url } = await bench.purchase(customer);
    const path = pathOf(url);
    const declined = await post(path, { choice: 'decline' });
    expect(declined).toMatchObject({ status: 303, to: `${path}?declined` });
    expect((await get(`${path}?declined`)).text).toMatch(
      /role="alert">Your card was declined\. Nothing was paid/,
    );
    const paid = await post(path, { choice: 'pay' });
    expect(paid).toMatchObject({ status: 303, to: 'http://localhost:3000/campaign#purchase-complete' });
    expect((await get(path)).text).toContain('This checkout is done');
    const again = await post(path, { choice: 'pay' });
    expect(again.status).toBe(400);
    expect(again.text).toContain('not open any more');
  });

  it('offers slow payment methods for single payments only', async () => {
    const { id: customer } = await bench.customer();
    const once = await bench.purchase(customer);
    const monthly = await bench.subscription(customer, 'PRO');
    expect((await get(pathOf(monthly.url))).text).toContain('Subscribe for $25.00 a month');
    expect((await get(pathOf(monthly.url))).text).not.toContain('slow method');
    expect(await post(pathOf(once.url), { choice: 'slow' })).toMatchObject({ status: 303 });
    expect((await get(pathOf(once.url ?? ''))).text).toContain('The payment is under way');
  });

  it('is closed once it has expired', async () => {
    const { id: customer } = await bench.customer();
    const { url, id } = await bench.purchase(customer);
    await bench.stripe.checkout.sessions.expire(id);
    expect((await get(pathOf(url))).text).toContain('This checkout is closed');
  });
});

describe('the stand-in’s portal', () => {
  const openPortal = async (customer: string) => {
    const { url } = await bench.stripe.billingPortal.sessions.create({
      customer,
      return_url: `http://${host}/campaign#billing`,
    });
    return pathOf(url);
  };

  it('shows plan, card and invoices, and the price of an upgrade in advance', async () => {
    const { customerId, subscriptionId } = await bench.subscriber('STANDARD');
    const path = await openPortal(customerId);
    const home = await get(path);
    for (const words of [
      'Standard, $9.00 a month',
      'Renews on 28 February 2026',
      'ends in 4242',
      'Change to Pro',
    ])
      expect(home.text).toContain(words);
    const change = await get(`${path}/change?subscription=${subscriptionId}&tier=PRO`);
    expect(change.text).toMatch(/\$16\.00 <small>due now/);
    const changed = await post(path, { do: 'change', subscription: subscriptionId, tier: 'PRO' });
    expect(changed.to).toBe(`${path}?news=changed`);
    expect((await get(`${path}?news=changed`)).text).toContain('Your plan has changed.');
  });

  it('lists single purchases and their state', async () => {
    const { customerId } = await bench.subscriber('STANDARD');
    const path = await openPortal(customerId);
    expect((await get(path)).text).toContain('No one-off purchases yet.');
    const buy = async (choice: string) => {
      const { url, id } = await bench.purchase(customerId);
      await post(pathOf(url), { choice });
      return bench.stripe.checkout.sessions.retrieve(id);
    };
    await buy('decline');
    await buy('pay');
    const { payment_intent: refunded } = await buy('pay');
    await bench.standIn.refund(String(refunded), 400);
    await buy('slow');
    const rows = [...(await get(path)).text.matchAll(/<tr><td>[^<]*<\/td><td>(.*?)<\/td><\/tr>/g)].map(
      ([, cells]) => cells?.split('</td><td>'),
    );
    expect(rows.toSorted()).toEqual([
      ['500 credits', '$10.00', 'paid'],
      ['500 credits', '$10.00', 'partly refunded'],
      ['500 credits', '$10.00', 'processing'],
    ]);
  });

  it('downgrades at the period’s end, keeps, cancels and resumes', async () => {
    const { customerId, subscriptionId } = await bench.subscriber('PRO');
    const path = await openPortal(customerId);
    const own = { subscription: subscriptionId };
    const down = await get(`${path}/change?subscription=${subscriptionId}&tier=STANDARD`);
    expect(down.text).toContain('You keep Pro until 28 February 2026');
    expect((await post(path, { do: 'change', ...own, tier: 'STANDARD' })).to).toBe(`${path}?news=waits`);
    expect((await get(path)).text).toContain('Changes to Standard ($9.00 a month) on 28 February 2026');
    await post(path, { do: 'keep', ...own });
    expect((await get(path)).text).toContain('Renews on');
    expect((await get(`${path}/cancel?subscription=${subscriptionId}`)).text).toContain('You keep Pro until');
    await post(path, { do: 'cancel', ...own });
    expect((await get(path)).text).toContain('Ends on 28 February 2026');
    await post(path, { do: 'resume', ...own });
    expect((await get(path)).text).toContain('Renews on');
  });

  it('pays what is owed with another card', async () => {
    const { customerId } = await bench.subscriber('STANDARD');
    const path = await openPortal(customerId);
    await post(path, { do: 'card', card: 'failing' });
    await bench.standIn.nextCycle(customerId);
    const owed = await get(path);
    expect(owed.text).toContain('The last payment failed.');
    const invoice = /name="invoice" value="(\w+)"/.exec(owed.text)?.[1] ?? '';
    expect((await post(path, { do: 'pay', invoice })).to).toBe(`${path}?news=declined`);
    await post(path, { do: 'card', card: 'good' });
    expect((await post(path, { do: 'pay', invoice })).to).toBe(`${path}?news=paid`);
    expect((await get(path)).text).not.toContain('The last payment failed.');
  });

  it('opens the change by a deep link, and returns', async () => {
    const { customerId, subscriptionId } = await bench.subscriber('STANDARD');
    const { items } = await bench.stripe.subscriptions.retrieve(subscriptionId);
    const back = `http://${host}/campaign#billing`;
    const { url } = await bench.stripe.billingPortal.sessions.create({
      customer: customerId,
      return_url: back,
      flow_data: {
        type: 'subscription_update_confirm',
        subscription_update_confirm: {
          subscription: subscriptionId,
          items: [{ id: items.data[0]?.id ?? '', price: bench.standIn.prices.PRO, quantity: 1 }],
        },
        after_completion: { type: 'redirect', redirect: { return_url: back } },
      },
    });
    const path = pathOf(url);
    const change = `${path}/change?subscription=${subscriptionId}&tier=PRO`;
    expect(await get(path)).toMatchObject({ status: 303, to: change });
    expect((await get(`${path}?home`)).status).toBe(200);
    const done = await post(path, { do: 'change', subscription: subscriptionId, tier: 'PRO' });
    expect(done).toMatchObject({ status: 303, to: back });
  });

  it('shows no other customer’s data, and closes after an hour', async () => {
    const one = await bench.subscriber('PRO');
    const other = await bench.subscriber('PRO', 'other@example.org');
    const path = await openPortal(one.customerId);
    const { data: invoices } = await bench.stripe.invoices.list({ customer: other.customerId });
    expect((await post(path, { do: 'cancel', subscription: other.subscriptionId })).status).toBe(404);
    expect((await post(path, { do: 'pay', invoice: invoices[0]?.id ?? '' })).status).toBe(404);
    expect((await get(`${path}/cancel?subscription=${other.subscriptionId}`)).status).toBe(404);
    expect((await get('/dev/billing/portal/guessed')).status).toBe(404);
    bench.setNow('2026-01-31T11:00:01Z');
    expect((await get(path)).status).toBe(404);
  });
});

describe('the stand-in’s panel', () => {
  it('moves time, fails payments, refunds, disputes and sends events on request', async () => {
    const { customerId } = await bench.subscriber('STANDARD', '<b>bold</b>@example.org');
    const { payment_intent: intent } = await bench.standIn.pay((await bench.purchase(customerId)).id);
    const { latest_charge: charge } = await bench.stripe.paymentIntents.retrieve(intent ?? '');
    const path = '/dev/billing';
    const page = (await get(path)).text;
    expect(page).not.toContain('<b>bold');
    expect(page).toContain('&lt;b&gt;bold');
    const done = { status: 303, to: path };
    const own = { customer: customerId };
    expect(await post(path, { do: 'fail', ...own })).toMatchObject(done);
    expect((await get(path)).text).toContain('the next payment fails');
    expect(await post(path, { do: 'next', ...own })).toMatchObject(done);
    expect((await get(path)).text).toContain('past due');
    expect(await post(path, { do: 'days', ...own, days: '3' })).toMatchObject(done);
    expect(await post(path, { do: 'refund', charge: String(charge), cents: '250' })).toMatchObject(done);
    expect((await get(path)).text).toContain('$2.50 given back');
    expect(await post(path, { do: 'dispute', charge: String(charge) })).toMatchObject(done);
    const dispute = /name="dispute" value="(\w+)"/.exec((await get(path)).text)?.[1] ?? '';
    expect(await post(path, { do: 'close', dispute, end: 'lost' })).toMatchObject(done);
    expect((await get(path)).text).toContain('disputed: lost');
    expect(await post(path, { do: 'hold' })).toMatchObject(done);
    expect((await get(path)).text).toContain('held back');
    const [event] = await bench.standIn.events(1);
    expect(await post(path, { do: 'send', event: event?.id ?? '' })).toMatchObject(done);
    expect(bench.heard).toHaveLength(1);
    expect(await post(path, { do: 'release' })).toMatchObject(done);
    expect(await post(path, { do: 'replay', order: 'reverse' })).toMatchObject(done);
    expect((await post(path, { do: 'refund', charge: String(charge), cents: '99999' })).status).toBe(400);
  });
});

describe('access to the pages', () => {
  const open = (config: { host: string; publicUrl: string | null; embeddedBillingAllowed: boolean }) =>
    openPayments({ stripe: null, ...config }, { database, clock: { now: bench.now }, log: silentLog });

  it.each([
    ['there is nobody else', '127.0.0.1', null, false, true],
    ['all the network is served', '0.0.0.0', null, false, false],
    ['there is a public address', '127.0.0.1', 'https://app.example.org', false, false],
    ['the operator wants it, with all the network', '0.0.0.0', null, true, true],
    ['the operator wants it, with a public address', '127.0.0.1', 'https://app.example.org', true, true],
  ])('if %s', async (_, address, publicUrl, embeddedBillingAllowed, isOpen) => {
    const engine = open({ host: address, publicUrl, embeddedBillingAllowed });
    expect(engine !== undefined).toBe(isOpen);
    const made: App = new Hono();
    made.onError(answerFailure);
    engine?.mount?.(made);
    const elsewhere = await made.request(
      '/dev/billing/style.css',
      { headers: { host: 'app.example.org' } },
      {},
    );
    expect(elsewhere.status).toBe(embeddedBillingAllowed ? 200 : 404);
  });

  it('is for no one if a real account takes the payments', () => {
    const prices = { STANDARD: ['price_a'], PRO: ['price_b'] } as const;
    const stripe = { secretKey: 'sk_test_real', webhookSecret: 'whsec_real', prices };
    const settings = { stripe, host: '127.0.0.1', publicUrl: null, embeddedBillingAllowed: true };
    const engine = openPayments(settings, { database, clock: { now: bench.now }, log: silentLog });
    expect(engine?.mount).toBeUndefined();
  });

  it.each([
    ['another machine', { incoming: { socket: { remoteAddress: '192.168.1.20' } } }, host],
    ['no machine', {}, host],
    ['a name that leads here (DNS rebinding)', here, 'billing.example.org'],
  ])('not %s', async (_, env, asked) => {
    for (const path of [
      '/dev/billing',
      '/dev/billing/style.css',
      '/dev/billing/checkout/x',
      '/dev/billing/portal/x',
    ])
      expect((await app.request(path, { headers: { host: asked } }, env)).status).toBe(404);
  });

  it('is for everyone if the operator allows it', async () => {
    const open = appOf(createStandInBench(database, { reach: 'everyone' }));
    expect(
      (await open.request('/dev/billing/style.css', { headers: { host: 'billing.example.org' } }, {})).status,
    ).toBe(200);
  });

  it.each([
    ['another site’s page', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another port of this machine', { origin: 'http://localhost:4000', 'sec-fetch-site': 'same-site' }],
    ['an older browser on another site', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['nobody knows who', {}],
  ])('forms of %s change nothing', async (_, headers) => {
    const { id: customer } = await bench.customer();
    const { url, id } = await bench.purchase(customer);
    expect((await post(pathOf(url), { choice: 'pay' }, headers)).status).toBe(403);
    expect((await post('/dev/billing', { do: 'hold' }, headers)).status).toBe(403);
    expect((await bench.stripe.checkout.sessions.retrieve(id)).status).toBe('open');
  });

  it.each([
    ['/dev/billing', { do: 'rob' }],
    ['/dev/billing', { do: 'next', customer: '../../x' }],
    ['/dev/billing', { do: 'days', customer: 'cus_x', days: '1e9' }],
    ['/dev/billing', { do: 'refund', charge: 'ch_x', cents: '-1' }],
    ['/dev/billing', { do: 'refund', charge: 'ch_x', cents: '100' }],
    ['/dev/billing', { do: 'close', dispute: 'du_x', end: 'lost' }],
    ['/dev/billing/checkout/cs_none', { choice: 'pay' }],
    ['/dev/billing/checkout/cs_none', { choice: '<script>' }],
  ])('%s rejects %j', async (path, fields) => {
    expect((await post(path, fields as Record<string, string>)).status).toBe(400);
  });

  it('rejects a form that is far too large', async () => {
    expect((await post('/dev/billing', { do: 'x'.repeat(20_000) })).status).toBe(413);
  });
});
