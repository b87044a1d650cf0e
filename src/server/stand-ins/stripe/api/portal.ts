import { z } from 'zod';
import type { Act } from '../act.ts';
import { customerOf } from '../acts/payments.ts';
import { liveSubscription } from '../acts/subscriptions.ts';
import { badRequest } from '../errors.ts';
import { randomLetters } from '../ids.ts';
import { tierOfPrice } from '../objects/catalogue.ts';
import { defaultConfiguration, newPortalSession } from '../objects/portal.ts';
import { itemOf } from '../objects/subscription.ts';
import type { PortalConfiguration, PortalSession } from '../wire.ts';
import { asList, type Routes } from './call.ts';
import { address, expand, flag, id, listing, metadata, read, text, toListing } from './parameters.ts';

const update = z.strictObject({
  enabled: flag,
  default_allowed_updates: z.array(z.literal('price')).optional(),
  products: z.array(z.strictObject({ product: id, prices: z.array(id) })).optional(),
  proration_behavior: z.literal('always_invoice').optional(),
  schedule_at_period_end: z
    .strictObject({ conditions: z.array(z.strictObject({ type: z.literal('decreasing_item_amount') })) })
    .optional(),
});
const configuration = {
  features: z
    .strictObject({
      customer_update: z
        .strictObject({
          enabled: flag,
          allowed_updates: z
            .union([
              z.literal(''),
              z.array(z.enum(['email', 'name', 'address', 'phone', 'tax_id', 'shipping'])),
            ])
            .optional(),
        })
        .optional(),
      invoice_history: z.strictObject({ enabled: flag }).optional(),
      payment_method_update: z.strictObject({ enabled: flag }).optional(),
      subscription_cancel: z
        .strictObject({
          enabled: flag,
          mode: z.literal('at_period_end').optional(),
          proration_behavior: z.literal('none').optional(),
        })
        .optional(),
      subscription_update: update.optional(),
    })
    .optional(),
  metadata: metadata.optional(),
  expand,
};

async function defaultOf(act: Act): Promise<PortalConfiguration> {
  const [known] = await act.objects.all('billing_portal.configuration', { is_default: 'true' });
  if (known !== undefined) return known;
  const made = defaultConfiguration(await act.now(null));
  await act.objects.put(made);
  return made;
}

const completion = z
  .strictObject({
    type: z.enum(['redirect', 'portal_homepage', 'hosted_confirmation']),
    redirect: z.strictObject({ return_url: address }).optional(),
  })
  .optional();
const flow = z.strictObject({
  type: z.literal('subscription_update_confirm'),
  after_completion: completion,
  subscription_update_confirm: z.strictObject({
    subscription: id,
    items: z.array(z.strictObject({ id, price: id, quantity: text.optional() })).length(1),
  }),
});

async function flowOf(
  act: Act,
  customerId: string,
  { type, after_completion: after, subscription_update_confirm: wanted }: z.infer<typeof flow>,
): Promise<PortalSession['flow']> {
  const subscription = await liveSubscription(act, wanted.subscription);
  if (subscription.customer !== customerId)
    throw badRequest(`No such subscription: '${wanted.subscription}'`, 'flow_data', 'resource_missing');
  const [item] = wanted.items;
  if (item?.id !== itemOf(subscription).id || tierOfPrice(item.price) === null)
    throw badRequest('The item or the price is none of this subscription.', 'flow_data');
  if (itemOf(subscription).price.id === item.price)
    throw badRequest(
      'The subscription has this price already: there are no changes to confirm.',
      'flow_data',
    );
  return {
    after_completion: {
      hosted_confirmation: null,
      redirect: after?.redirect ?? null,
      type: after?.type ?? 'portal_homepage',
    },
    customer_update: null,
    subscription_cancel: null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: {
      discounts: null,
      items: [{ id: item.id, price: item.price, quantity: 1 }],
      subscription: subscription.id,
    },
    type,
  };
}

export const portalRoutes: Routes = {
  async 'POST /v1/billing_portal/configurations'({ act, form }) {
    const given = read(configuration, form);
    const created = await act.now(null);
    const plain = defaultConfiguration(created);
    const { invoice_history, payment_method_update, subscription_cancel, subscription_update } =
      given.features ?? {};
    const made: PortalConfiguration = {
      ...plain,
      is_default: false,
      features: {
        ...plain.features,
        invoice_history: invoice_history ?? plain.features.invoice_history,
        payment_method_update: { ...plain.features.payment_method_update, ...payment_method_update },
        subscription_cancel: {
          ...plain.features.subscription_cancel,
          enabled: subscription_cancel?.enabled ?? true,
        },
        subscription_update: {
          ...plain.features.subscription_update,
          enabled: subscription_update?.enabled ?? true,
          schedule_at_period_end:
            subscription_update?.schedule_at_period_end ??
            plain.features.subscription_update.schedule_at_period_end,
        },
      },
      metadata: given.metadata ?? {},
    };
    await act.objects.put(made);
    return { object: made, expand: given.expand };
  },
  async 'GET /v1/billing_portal/configurations'({ act, form }) {
    const given = read({ ...listing, active: flag.optional(), is_default: flag.optional() }, form);
    const fields = { active: given.active?.toString(), is_default: given.is_default?.toString() };
    const page = await act.objects.list('billing_portal.configuration', toListing(given, fields));
    return { object: asList(page, '/v1/billing_portal/configurations'), expand: given.expand };
  },

  async 'POST /v1/billing_portal/sessions'({ act, form }) {
    const given = read(
      {
        customer: id,
        return_url: address,
        configuration: id.optional(),
        flow_data: flow.optional(),
        expand,
      },
      form,
    );
    const customer = await customerOf(act, given.customer);
    const chosen =
      given.configuration === undefined
        ? await defaultOf(act)
        : await act.objects.get('billing_portal.configuration', given.configuration, 'configuration');
    const secret = randomLetters(40);
    const created = await act.now(null);
    const made = newPortalSession({
      created,
      configuration: chosen.id,
      customer: customer.id,
      returnUrl: given.return_url,
      url: `${new URL(given.return_url).origin}/dev/billing/portal/${secret}`,
      flow: given.flow_data === undefined ? null : await flowOf(act, customer.id, given.flow_data),
    });
    await act.objects.put(made);
    const access = { object: 'stand_in.portal', created, session: made.id, customer: customer.id } as const;
    await act.objects.put({ id: `portal_${secret}`, ...access });
    return { object: made, expand: given.expand };
  },
};
