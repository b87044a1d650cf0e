import { z } from 'zod';
import { end, liveSubscription } from '../acts/subscriptions.ts';
import { asList, type Routes } from './call.ts';
import { expand, id, listing, read, toListing } from './parameters.ts';

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

export const subscriptionRoutes: Routes = {
  async 'GET /v1/subscriptions'({ act, form }) {
    const given = read(
      {
        ...listing,
        customer: id.optional(),
        status: z.enum([...statuses, 'all']).optional(),
      },
      form,
    );
    const exact = statuses.find((status) => status === given.status);
    const wanted = toListing(given, { customer: given.customer, status: exact });
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

  async 'DELETE /v1/subscriptions/{id}'({ act, path, form }) {
    const given = read({ expand }, form);
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
};
