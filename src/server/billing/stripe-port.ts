import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { creditsOf, purchaseCents, subscriptionTiers } from '#contract/prices.ts';
import type { StripeSettings } from '#server/platform/config.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import {
  type CheckoutWanted,
  type InvoiceFacts,
  type PaymentFacts,
  type PaymentsPort,
  UnknownCustomerError,
  UnknownPriceError,
} from './port.ts';
import { createPortalConfiguration } from './portal-configuration.ts';
import { ask, isMissing, isMissingCustomer, isRefusedByStripe, refusalOf } from './stripe-errors.ts';
import {
  checkoutFacts,
  expanded,
  invoiceFacts,
  ownMetadata,
  paymentFacts,
  subjectOf,
  subscriptionFacts,
  tierOf,
} from './stripe-facts.ts';

/** Three tries in under a minute. */
const timeoutMs = 12_000;
const maxNetworkRetries = 2;
const signatureToleranceSeconds = 300;
const longestMetadata = 500;
const mostOfOne = 1000;

/** Another `fetch` talks to the stand-in. */
export function createStripePort(
  settings: StripeSettings,
  deps: Pick<Shared, 'clock' | 'log'> & { fetch?: typeof fetch },
): PaymentsPort {
  const { prices, webhookSecret } = settings;
  const { clock, log } = deps;
  const stripe = new Stripe(settings.secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(deps.fetch),
  });
  const portalConfiguration = createPortalConfiguration(stripe, prices);

  const read = <Result>(what: string, call: () => Promise<Result>): Promise<Result | null> =>
    ask(log, what, () =>
      call().catch((error: unknown) => {
        if (!isMissing(error)) throw error;
        log.warn(
          { what },
          'Stripe does not know an object that an event or a user named. Nothing was changed.',
        );
        return null;
      }),
    );

  const settle = (what: string, call: () => Promise<unknown>): Promise<void> =>
    ask(log, what, async () => {
      try {
        await call();
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    });

  const ofCustomer = <Result>(what: string, call: () => Promise<Result>): Promise<Result> =>
    ask(log, what, () =>
      call().catch((error: unknown) => {
        throw isMissingCustomer(error)
          ? new UnknownCustomerError('Stripe does not know the customer.')
          : error;
      }),
    );

  function sessionOf(wanted: CheckoutWanted): Stripe.Checkout.SessionCreateParams {
    const { item, userId } = wanted;
    const said = Object.entries(wanted.metadata).map(([name, value]) => [
      name,
      value.slice(0, longestMetadata),
    ]);
    const own = { ...ownMetadata, userId };
    const shared = {
      customer: wanted.customerId,
      client_reference_id: userId,
      success_url: wanted.successUrl,
      cancel_url: wanted.cancelUrl,
    };
    if ('tier' in item) {
      const metadata = { ...Object.fromEntries(said), ...own, tier: item.tier };
      return {
        ...shared,
        mode: 'subscription',
        line_items: [{ price: prices[item.tier][0], quantity: 1 }],
        metadata,
        subscription_data: { metadata },
      };
    }
    const metadata = { ...Object.fromEntries(said), ...own, quantity: String(item.quantity) };
    const name = `${creditsOf(item.quantity).toLocaleString('en-US')} Hearthscribe credits`;
    return {
      ...shared,
      mode: 'payment',
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: 'usd',
            unit_amount: purchaseCents(item.quantity),
            product_data: { name },
          },
        },
      ],
      metadata,
      payment_intent_data: { metadata, description: name },
    };
  }

  async function withLines(invoice: Stripe.Invoice): Promise<InvoiceFacts> {
    const lines = invoice.lines.has_more
      ? await stripe.invoices
          .listLineItems(invoice.id, { limit: 100 })
          .autoPagingToArray({ limit: mostOfOne })
      : invoice.lines.data;
    return invoiceFacts(invoice, lines, prices);
  }

  async function withDisputes(intent: Stripe.PaymentIntent): Promise<PaymentFacts> {
    const charge = expanded(intent.latest_charge, 'the latest charge of a payment intent');
    const disputes = charge?.disputed
      ? await stripe.disputes
          .list({ payment_intent: intent.id, limit: 100 })
          .autoPagingToArray({ limit: mostOfOne })
      : [];
    return paymentFacts(intent, disputes);
  }

  async function* listAll(since: Date): ReturnType<PaymentsPort['list']> {
    const page = { created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 };
    for await (const session of stripe.checkout.sessions.list({
      ...page,
      expand: ['data.payment_intent'],
    })) {
      const facts = checkoutFacts(session);
      if (facts !== null) yield { type: 'checkout', ...facts };
    }
    for await (const one of stripe.subscriptions.list({
      ...page,
      status: 'all',
      expand: ['data.schedule'],
    })) {
      const facts = subscriptionFacts(one, prices);
      if (facts !== null) yield { type: 'subscription', ...facts };
    }
    for await (const invoice of stripe.invoices.list({ ...page, expand: ['data.payments'] })) {
      if (invoice.parent?.subscription_details) yield { type: 'invoice', ...(await withLines(invoice)) };
    }
    for await (const intent of stripe.paymentIntents.list({ ...page, expand: ['data.latest_charge'] }))
      yield { type: 'payment', ...(await withDisputes(intent)) };
  }

  return {
    ensureCustomer: ({ userId, email, insteadOf }) =>
      ask(log, 'make a customer', async () => {
        const address = createHash('sha256').update(email).digest('hex').slice(0, 16);
        const { id } = await stripe.customers.create(
          { email, metadata: { ...ownMetadata, userId } },
          { idempotencyKey: ['customer', userId, address, ...(insteadOf ? [insteadOf] : [])].join(':') },
        );
        return { customerId: id };
      }),

    changeAddress: (customerId, email) =>
      settle('change the address of a customer', () => stripe.customers.update(customerId, { email })),

    forgetCustomer: (customerId) => settle('forget a customer', () => stripe.customers.del(customerId)),

    openCheckout: (wanted) =>
      ofCustomer('open a checkout', async () => {
        const { id, url } = await stripe.checkout.sessions.create(sessionOf(wanted));
        if (!url) throw new Error('Stripe returned no address for a checkout.');
        return { checkoutId: id, url };
      }),

    expireCheckout: (checkoutId) =>
      settle('close a checkout', () =>
        stripe.checkout.sessions.expire(checkoutId).catch((error: unknown) => {
          if (!isRefusedByStripe(error)) throw error;
        }),
      ),

    openPortal: ({ customerId, returnUrl, change }) =>
      ofCustomer('open the billing portal', async () => {
        const plain = {
          customer: customerId,
          return_url: returnUrl,
          configuration: await portalConfiguration(),
        };
        const open = async (flow: Pick<Stripe.BillingPortal.SessionCreateParams, 'flow_data'>) => ({
          url: (await stripe.billingPortal.sessions.create({ ...plain, ...flow })).url,
        });
        if (change === undefined) return open({});
        try {
          const { items } = await stripe.subscriptions.retrieve(change.subscriptionId);
          const item = items.data.find(({ price }) => tierOf(prices, price) !== null);
          if (item === undefined) return await open({});
          return await open({
            flow_data: {
              type: 'subscription_update_confirm',
              subscription_update_confirm: {
                subscription: change.subscriptionId,
                items: [{ id: item.id, price: prices[change.tier][0], quantity: 1 }],
              },
              after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
            },
          });
        } catch (error) {
          // Already scheduled or ending: let the portal explain.
          if (!isRefusedByStripe(error)) throw error;
          return open({});
        }
      }),

    readCheckout: (checkoutId) =>
      read('read a checkout', async () =>
        checkoutFacts(await stripe.checkout.sessions.retrieve(checkoutId, { expand: ['payment_intent'] })),
      ),

    readSubscription: (subscriptionId) =>
      read('read a subscription', async () => {
        const one = await stripe.subscriptions.retrieve(subscriptionId, { expand: ['schedule'] });
        const facts = subscriptionFacts(one, prices);
        if (facts === null && one.metadata.app === ownMetadata.app)
          throw new UnknownPriceError(
            `Neither STRIPE_PRICE_STANDARD nor STRIPE_PRICE_PRO names a price of ${one.id}.`,
          );
        return facts;
      }),

    readInvoice: (invoiceId) =>
      read('read an invoice', async () =>
        withLines(await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] })),
      ),

    readPayment: (paymentIntentId) =>
      read('read a payment', async () =>
        withDisputes(await stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['latest_charge'] })),
      ),

    invoicesOf: (subscriptionId) =>
      ask(log, 'list the invoices of a subscription', async () => {
        const invoices: InvoiceFacts[] = [];
        const paid = { subscription: subscriptionId, status: 'paid', limit: 100 } as const;
        for await (const invoice of stripe.invoices.list({ ...paid, expand: ['data.payments'] }))
          invoices.push(await withLines(invoice));
        return invoices;
      }),

    endSubscription: (subscriptionId) =>
      settle('end a subscription', () => stripe.subscriptions.cancel(subscriptionId)),

    refund: (paymentIntentId, idempotencyKey) =>
      ask(log, 'refund a payment', async () => {
        try {
          await stripe.refunds.create({ payment_intent: paymentIntentId }, { idempotencyKey });
        } catch (error) {
          const isDone =
            error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded';
          if (!isDone) throw error;
        }
      }),

    async *list(since) {
      try {
        yield* listAll(since);
      } catch (error) {
        throw refusalOf(log, 'list what there is', error);
      }
    },

    readPrices: () =>
      ask(log, 'read the prices', () =>
        Promise.all(
          subscriptionTiers.map(async (tier) => {
            const price = await stripe.prices.retrieve(prices[tier][0]);
            return {
              tier,
              priceId: price.id,
              cents: price.unit_amount,
              currency: price.currency,
              isMonthly: price.recurring?.interval === 'month' && price.recurring.interval_count === 1,
              isActive: price.active,
            };
          }),
        ),
      ),

    async readEvent(body, signature) {
      try {
        const event = await stripe.webhooks.constructEventAsync(
          body,
          signature,
          webhookSecret,
          signatureToleranceSeconds,
          undefined,
          clock.now().getTime(),
        );
        return {
          id: event.id,
          type: event.type,
          createdAt: new Date(event.created * 1000),
          subject: subjectOf(event),
        };
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError)
          throw new Refusal('signatureInvalid');
        throw error;
      }
    },
  };
}
