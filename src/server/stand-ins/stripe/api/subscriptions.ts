import { z } from 'zod';
import {
  change,
  changeNow,
  downgradeNow,
  end,
  isDearer,
  liveSubscription,
  releaseSchedule,
  setCancelled,
} from '../acts/subscriptions.ts';
import { badRequest, StandInError } from '../errors.ts';
import { tierOfPrice } from '../objects/catalogue.ts';
import { itemOf, tierOf } from '../objects/subscription.ts';
import { asList, type Routes } from './call.ts';
import { expand, flag, id, listing, metadata, positive, read, toListing } from './parameters.ts';

const statuses = [
  'active',
  'past_due',
  'unpaid',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'trialing',
  'paused',
] as const;

const update = {
  items: z
    .array(z.strictObject({ id, price: id, quantity: positive.optional() }))
    .length(1)
    .optional(),
  cancel_at_period_end: flag.optional(),
  metadata: metadata.optional(),
  proration_behavior: z.enum(['always_invoice', 'none']).optional(),
  payment_behavior: z.enum(['error_if_incomplete']).optional(),
  expand,
};

export const subscriptionRoutes: Routes = {
  async 'GET /v1/subscriptions'({ act, form }) {
    const given = read(
      {
        ...listing,
        customer: id.optional(),
        price: id.optional(),
        status: z.enum([...statuses, 'all', 'ended']).optional(),
      },
      form,
    );
    const exact = statuses.find(
      (status) => status === (given.status === 'ended' ? 'canceled' : given.status),
    );
    const wanted = toListing(given, {
      customer: given.customer,
      status: exact,
      'items.data.0.price.id': given.price,
    });
    const page = await act.objects.list('subscription', {
      ...wanted,
      ...(given.status === undefined ? { not: { status: 'canceled' } } : {}),
    });
    return { object: asList(page, '/v1/subscriptions'), expand: given.expand };
  },

  async 'GET /v1/subscriptions/{id}'({ act, path, form }) {
    return {
      object: await act.objects.get('subscription', path.id ?? ''),
      expand: read({ expand }, form).expand,
    };
  },

  async 'POST /v1/subscriptions/{id}'({ act, path, form }) {
    const given = read(update, form);
    let subscription = await act.objects.get('subscription', path.id ?? '');
    const at = await act.now(subscription.customer);
    const [item] = given.items ?? [];
    if (item !== undefined) {
      const tier = tierOfPrice(item.price);
      if (tier === null)
        throw badRequest(`No such price: '${item.price}'`, 'items[0][price]', 'resource_missing');
      const live = await liveSubscription(act, subscription.id);
      if (item.id !== itemOf(live).id)
        throw badRequest(`No such subscription item: '${item.id}'`, 'items[0][id]', 'resource_missing');
      if (tier !== tierOf(live)) {
        const isUpgrade = isDearer(tier, tierOf(live));
        if (given.proration_behavior !== (isUpgrade ? 'always_invoice' : 'none'))
          throw badRequest(
            'The stand-in changes to a dearer price with always_invoice, to a cheaper one with none.',
            'proration_behavior',
          );
        const changed = isUpgrade
          ? await changeNow(act, live.id, tier, at)
          : await downgradeNow(act, live.id, tier, at);
        if (changed instanceof StandInError) return changed;
        subscription = changed;
      }
    }
    if (given.cancel_at_period_end !== undefined)
      subscription = await setCancelled(act, subscription.id, given.cancel_at_period_end, at);
    if (given.metadata !== undefined) {
      const merged = { ...subscription.metadata, ...given.metadata };
      subscription = await change(act, subscription, { ...subscription, metadata: merged }, at);
    }
    return { object: subscription, expand: given.expand };
  },

  async 'DELETE /v1/subscriptions/{id}'({ act, path, form }) {
    const given = read({ invoice_now: flag.optional(), prorate: flag.optional(), expand }, form);
    if (given.invoice_now || given.prorate)
      throw badRequest('The stand-in ends subscriptions without proration.');
    const live = await liveSubscription(act, path.id ?? '');
    const ended = await end(act, live, await act.now(live.customer), 'cancellation_requested');
    return { object: ended, expand: given.expand };
  },

  async 'GET /v1/subscription_schedules'({ act, form }) {
    const given = read({ ...listing, customer: id.optional() }, form);
    const page = await act.objects.list(
      'subscription_schedule',
      toListing(given, { customer: given.customer }),
    );
    return { object: asList(page, '/v1/subscription_schedules'), expand: given.expand };
  },
  async 'GET /v1/subscription_schedules/{id}'({ act, path, form }) {
    const schedule = await act.objects.get('subscription_schedule', path.id ?? '');
    return { object: schedule, expand: read({ expand }, form).expand };
  },
  async 'POST /v1/subscription_schedules/{id}/release'({ act, path, form }) {
    const given = read({ expand }, form);
    const { id: scheduleId, subscription } = await act.objects.get('subscription_schedule', path.id ?? '');
    if (subscription === null) throw badRequest('This subscription schedule is not active.');
    const before = await act.objects.get('subscription', subscription);
    const at = await act.now(before.customer);
    await change(act, before, await releaseSchedule(act, before, at), at);
    return { object: await act.objects.get('subscription_schedule', scheduleId), expand: given.expand };
  },
};
