import { recordOf } from '#contract/unknown-values.ts';
import type { Act } from '../act.ts';
import { customerOf } from '../acts/payments.ts';
import { end } from '../acts/subscriptions.ts';
import { deletedCustomer, newCustomer } from '../objects/customer.ts';
import { isLive } from '../objects/subscription.ts';
import type { Customer } from '../wire.ts';
import { asList, type Routes } from './call.ts';
import { expand, listing, metadata, read, text, toListing } from './parameters.ts';

const fields = {
  email: text.optional(),
  name: text.optional(),
  metadata: metadata.optional(),
  expand,
};

export const customerRoutes: Routes = {
  async 'POST /v1/customers'({ act, form }) {
    const given = read(fields, form);
    const created = await act.now(null);
    const customer = newCustomer({
      created,
      email: given.email ?? null,
      name: given.name ?? null,
      metadata: given.metadata ?? {},
    });
    await act.objects.put(customer);
    await act.tell('customer.created', customer, created);
    return { object: customer, expand: given.expand };
  },

  async 'GET /v1/customers'({ act, form }) {
    const given = read({ ...listing, email: text.optional() }, form);
    const wanted = { ...toListing(given, { email: given.email }), not: { deleted: 'true' } };
    return {
      object: asList(await act.objects.list('customer', wanted), '/v1/customers'),
      expand: given.expand,
    };
  },

  async 'GET /v1/customers/{id}'({ act, path, form }) {
    return {
      object: await act.objects.get('customer', path.id ?? ''),
      expand: read({ expand }, form).expand,
    };
  },

  async 'POST /v1/customers/{id}'({ act, path, form }) {
    const given = read(fields, form);
    const before = await customerOf(act, path.id ?? '');
    const changes = {
      ...(given.email === undefined ? {} : { email: given.email === '' ? null : given.email }),
      ...(given.name === undefined ? {} : { name: given.name === '' ? null : given.name }),
      ...(given.metadata === undefined ? {} : { metadata: { ...before.metadata, ...given.metadata } }),
    };
    const customer: Customer = { ...before, ...changes };
    await act.objects.put(customer);
    const previous = Object.fromEntries(Object.keys(changes).map((key) => [key, recordOf(before)[key]]));
    await act.tell('customer.updated', customer, await act.now(customer.id), previous);
    return { object: customer, expand: given.expand };
  },

  async 'DELETE /v1/customers/{id}'({ act, path, form }) {
    read({}, form);
    const customer = await customerOf(act, path.id ?? '');
    const at = await act.now(customer.id);
    for (const subscription of await act.objects.all('subscription', { customer: customer.id })) {
      if (isLive(subscription)) await end(act, subscription, at, 'cancellation_requested');
    }
    await forget(act, customer.id);
    const deleted = deletedCustomer(customer.id);
    await act.objects.put(deleted);
    const nameless: Customer = { ...customer, email: null, name: null };
    await act.tell('customer.deleted', nameless, at);
    return { object: deleted };
  },
};

async function forget(act: Act, customerId: string): Promise<void> {
  for (const invoice of await act.objects.all('invoice', { customer: customerId }))
    await act.objects.put({ ...invoice, customer_email: null, customer_name: null });
  for (const session of await act.objects.all('checkout.session', { customer: customerId }))
    await act.objects.put({ ...session, customer_details: null });
  for (const request of await act.objects.all('stand_in.request', { 'answer.id': customerId }))
    await act.objects.put({ ...request, answer: deletedCustomer(customerId) });
  for (const request of await act.objects.all('stand_in.request', { 'answer.customer': customerId }))
    await act.objects.put({ ...request, answer: { ...request.answer, customer_details: null } });
  await act.events.forget(customerId);
}
