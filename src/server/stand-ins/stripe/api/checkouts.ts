import { z } from 'zod';
import { expireCheckout, orderOf } from '../acts/checkout.ts';
import { customerOf } from '../acts/payments.ts';
import { badRequest } from '../errors.ts';
import { newStandInId } from '../ids.ts';
import { oncePrice, priceOf, productOf, tierOfPrice } from '../objects/catalogue.ts';
import { newCheckoutLine, newCheckoutSession } from '../objects/checkout-session.ts';
import { daySeconds } from '../periods.ts';
import type { CheckoutLine } from '../wire.ts';
import { asList, type Routes } from './call.ts';
import {
  address,
  expand,
  flag,
  id,
  listing,
  metadata,
  positive,
  read,
  text,
  toListing,
  whole,
} from './parameters.ts';

const line = z.strictObject({
  quantity: positive.default(1),
  price: id.optional(),
  price_data: z
    .strictObject({
      currency: z.literal('usd'),
      unit_amount: whole.refine((cents) => cents >= 1 && cents <= 99_999_999, 'is not an amount'),
      product_data: z.strictObject({
        name: z.string().min(1).max(250),
        description: text.optional(),
        metadata: metadata.optional(),
      }),
    })
    .optional(),
});

const session = {
  mode: z.enum(['payment', 'subscription']),
  customer: id,
  line_items: z.array(line).length(1, 'must be one line'),
  success_url: address,
  cancel_url: address.optional(),
  client_reference_id: z.string().max(200).optional(),
  metadata: metadata.default({}),
  expires_at: whole.optional(),
  locale: z.enum(['auto', 'en']).optional(),
  payment_intent_data: z
    .strictObject({ metadata: metadata.optional(), description: text.optional() })
    .optional(),
  subscription_data: z
    .strictObject({ metadata: metadata.optional(), description: text.optional() })
    .optional(),
  payment_method_types: z.array(z.literal('card')).optional(),
  allow_promotion_codes: flag.optional(),
  ui_mode: z.literal('hosted_page').optional(),
  expand,
};

const halfHour = 1800;

function toLine(
  given: z.infer<typeof line>,
  mode: 'payment' | 'subscription',
  created: number,
): CheckoutLine {
  if (given.price !== undefined) {
    const tier = tierOfPrice(given.price);
    if (tier === null)
      throw badRequest(`No such price: '${given.price}'`, 'line_items[0][price]', 'resource_missing');
    if (mode === 'payment')
      throw badRequest('You specified `payment` mode but passed a recurring price.', 'line_items[0][price]');
    return newCheckoutLine({
      description: productOf(tier).name,
      price: priceOf(tier),
      quantity: given.quantity,
    });
  }
  if (given.price_data === undefined)
    throw badRequest('Missing required param: line_items[0][price].', 'line_items');
  if (mode === 'subscription')
    throw badRequest('You must provide at least one recurring price in `subscription` mode.', 'line_items');
  const { unit_amount: cents, product_data } = given.price_data;
  const price = oncePrice({ id: newStandInId('price'), product: newStandInId('prod'), created, cents });
  return newCheckoutLine({ description: product_data.name, price, quantity: given.quantity });
}

export const checkoutRoutes: Routes = {
  async 'POST /v1/checkout/sessions'({ act, form }) {
    const given = read(session, form);
    const isOnce = given.mode === 'payment';
    if (isOnce ? given.subscription_data : given.payment_intent_data)
      throw badRequest(
        `You can not pass \`${isOnce ? 'subscription_data' : 'payment_intent_data'}\` in \`${given.mode}\` mode.`,
      );
    const customer = await customerOf(act, given.customer);
    const created = await act.now(customer.id);
    const expiresAt = given.expires_at ?? null;
    if (expiresAt !== null && (expiresAt < created + halfHour - 60 || expiresAt > created + daySeconds + 60))
      throw badRequest(
        'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.',
        'expires_at',
      );
    const lines = given.line_items.map((one) => toLine(one, given.mode, created));
    const cents = lines.reduce((sum, { amount_total }) => sum + amount_total, 0);
    if (cents < 50)
      throw badRequest('The Checkout Session’s total amount must convert to at least 50 cents.');
    const made = newCheckoutSession({
      created,
      expiresAt,
      customer,
      mode: given.mode,
      cents,
      successUrl: given.success_url,
      cancelUrl: given.cancel_url ?? null,
      clientReferenceId: given.client_reference_id ?? null,
      metadata: given.metadata,
      locale: given.locale ?? null,
    });
    const order = isOnce ? given.payment_intent_data : given.subscription_data;
    await act.objects.put(made);
    await act.objects.put({
      id: `order_${made.id}`,
      object: 'stand_in.order',
      created,
      lines,
      metadata: order?.metadata ?? {},
      description: order?.description ?? null,
    });
    return { object: made, expand: given.expand };
  },

  async 'GET /v1/checkout/sessions'({ act, form }) {
    const given = read(
      {
        ...listing,
        customer: id.optional(),
        payment_intent: id.optional(),
        subscription: id.optional(),
        status: z.enum(['open', 'complete', 'expired']).optional(),
      },
      form,
    );
    const { customer, payment_intent, subscription, status } = given;
    const wanted = toListing(given, { customer, payment_intent, subscription, status });
    const page = await act.objects.list('checkout.session', wanted);
    return { object: asList(page, '/v1/checkout/sessions'), expand: given.expand };
  },

  async 'GET /v1/checkout/sessions/{id}'({ act, path, form }) {
    return {
      object: await act.objects.get('checkout.session', path.id ?? ''),
      expand: read({ expand }, form).expand,
    };
  },

  async 'GET /v1/checkout/sessions/{id}/line_items'({ act, path, form }) {
    const given = read(listing, form);
    const { id: sessionId } = await act.objects.get('checkout.session', path.id ?? '');
    const { lines } = await orderOf(act, sessionId);
    const url = `/v1/checkout/sessions/${sessionId}/line_items`;
    return { object: asList({ data: lines, hasMore: false }, url), expand: given.expand };
  },

  async 'POST /v1/checkout/sessions/{id}/expire'({ act, path, form }) {
    const given = read({ expand }, form);
    const open = await act.objects.get('checkout.session', path.id ?? '');
    return { object: await expireCheckout(act, open, await act.now(open.customer)), expand: given.expand };
  },
};
