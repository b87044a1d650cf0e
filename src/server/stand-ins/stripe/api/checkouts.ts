import { z } from 'zod';
import { expireCheckout } from '../acts/checkout.ts';
import { customerOf } from '../acts/payments.ts';
import { badRequest } from '../errors.ts';
import { newStandInId } from '../ids.ts';
import { oncePrice, priceOf, productOf, tierOfPrice } from '../objects/catalogue.ts';
import { newCheckoutLine, newCheckoutSession } from '../objects/checkout-session.ts';
import type { CheckoutLine } from '../wire.ts';
import { asList, type Routes } from './call.ts';
import {
  address,
  expand,
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
      product_data: z.strictObject({ name: z.string().min(1).max(250) }),
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
  payment_intent_data: z
    .strictObject({ metadata: metadata.optional(), description: text.optional() })
    .optional(),
  subscription_data: z
    .strictObject({ metadata: metadata.optional(), description: text.optional() })
    .optional(),
  expand,
};

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
    const lines = given.line_items.map((one) => toLine(one, given.mode, created));
    const cents = lines.reduce((sum, { amount_total }) => sum + amount_total, 0);
    if (cents < 50)
      throw badRequest('The Checkout Session’s total amount must convert to at least 50 cents.');
    const made = newCheckoutSession({
      created,
      customer,
      mode: given.mode,
      cents,
      successUrl: given.success_url,
      cancelUrl: given.cancel_url ?? null,
      clientReferenceId: given.client_reference_id ?? null,
      metadata: given.metadata,
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

  async 'POST /v1/checkout/sessions/{id}/expire'({ act, path, form }) {
    const given = read({ expand }, form);
    const open = await act.objects.get('checkout.session', path.id ?? '');
    return { object: await expireCheckout(act, open, await act.now(open.customer)), expand: given.expand };
  },
};
