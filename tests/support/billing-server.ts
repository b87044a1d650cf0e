import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import type { SubscriptionTier } from '#contract/prices.ts';
import type { PaymentsPort } from '#server/billing/port.ts';
import { createStripePort } from '#server/billing/stripe-port.ts';
import { billingCustomers } from '#server/billing/tables.ts';
import { createStandIn, type StandIn } from '#server/stand-ins/stripe/stand-in.ts';
import { silentLog } from './database.ts';
import { createTestServer, type TestServer, type TestServerOptions, type TestUser } from './server.ts';

export const webhookSecret = 'whsec_of_this_test';
export const operatorKey = 'the key of this data folder';

export interface BillingServer extends TestServer {
  standIn: StandIn;
  port: PaymentsPort;
  stripe: Stripe;
  asked: string[];
  outage: { answer: (() => Promise<Response>) | null };
  open(user: TestUser, item: { quantity: number } | { tier: SubscriptionTier }): Promise<string>;
  pay(user: TestUser, item: { quantity: number } | { tier: SubscriptionTier }): Promise<string>;
  customerOf(user: TestUser): Promise<string>;
  subscriptionsOf(user: TestUser): Promise<string[]>;
  balance(user: TestUser): Promise<number>;
  post(event: object, signing?: { secret?: string; at?: Date; body?: string }): Promise<Response>;
}

export const browser = { userAgent: 'Firefox of the test' };

export async function createBillingServer(options: TestServerOptions = {}): Promise<BillingServer> {
  const made: { standIn?: StandIn; port?: PaymentsPort } = {};
  const asked: string[] = [];
  const outage: BillingServer['outage'] = { answer: null };
  const server = await createTestServer({
    ...options,
    overrides: { operatorKey, ...options.overrides },
    payments({ database, clock }) {
      const standIn = createStandIn({
        database,
        clock,
        log: silentLog,
        webhookSecret,
        reach: 'everyone',
        ticks: false,
      });
      const port = createStripePort(
        {
          secretKey: standIn.secretKey,
          webhookSecret,
          prices: { STANDARD: [standIn.prices.STANDARD], PRO: [standIn.prices.PRO] },
        },
        {
          clock,
          log: options.overrides?.log ?? silentLog,
          fetch: async (input, init) => {
            const { method, url } = new Request(input, init);
            asked.push(`${method} ${new URL(url).pathname}`);
            return outage.answer === null ? standIn.fetch(input, init) : outage.answer();
          },
        },
      );
      Object.assign(made, { standIn, port });
      return { port, mount: standIn.mount };
    },
  });
  const standIn = made.standIn!;
  const port = made.port!;
  standIn.setDeliver(async (request) => server.fetch(request));
  const stripe = new Stripe(standIn.secretKey, {
    httpClient: Stripe.createFetchHttpClient(standIn.fetch),
    telemetry: false,
  });

  async function customerOf({ userId }: TestUser): Promise<string> {
    const [row] = await server.database.orm
      .select()
      .from(billingCustomers)
      .where(eq(billingCustomers.userId, userId));
    return row!.customerId;
  }

  const billing: Omit<BillingServer, keyof TestServer> = {
    standIn,
    port,
    stripe,
    asked,
    outage,
    async open(user, item) {
      const path = 'tier' in item ? '/stripe-subscription-checkout' : '/stripe-checkout';
      const answer = await user.call('POST', path, { ...browser, ...item });
      const body = (await answer.json()) as { checkout_id?: string };
      if (body.checkout_id === undefined) throw new Error(`No checkout: ${JSON.stringify(body)}`);
      return body.checkout_id;
    },
    async pay(user, item) {
      const checkoutId = await billing.open(user, item);
      await standIn.pay(checkoutId);
      return checkoutId;
    },
    customerOf,
    async subscriptionsOf(user) {
      const { data } = await stripe.subscriptions.list({ customer: await customerOf(user), status: 'all' });
      return data.map(({ id }) => id);
    },
    async balance(user) {
      const session = (await (await user.call('GET', '/check-session')).json()) as {
        userCreditBalance: number;
      };
      return session.userCreditBalance;
    },
    async post(event, { secret = webhookSecret, at = server.clock.now(), body } = {}) {
      const payload = JSON.stringify(event);
      const signature = await stripe.webhooks.generateTestHeaderStringAsync({
        payload,
        secret,
        timestamp: Math.floor(at.getTime() / 1000),
      });
      return server.app.request('/stripe/webhook', {
        method: 'POST',
        headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
        body: body ?? payload,
      });
    },
  };
  return { ...server, ...billing };
}
