import { z } from 'zod';
import { chargeOf, refund } from '../acts/payments.ts';
import { badRequest } from '../errors.ts';
import { asList, type Routes } from './call.ts';
import { expand, id, listing, metadata, positive, read, toListing } from './parameters.ts';

const reason = z.enum(['duplicate', 'fraudulent', 'requested_by_customer']);

export const paymentRoutes: Routes = {
  async 'GET /v1/payment_intents'({ act, form }) {
    const given = read({ ...listing, customer: id.optional() }, form);
    const page = await act.objects.list('payment_intent', toListing(given, { customer: given.customer }));
    return { object: asList(page, '/v1/payment_intents'), expand: given.expand };
  },
  async 'GET /v1/payment_intents/{id}'({ act, path, form }) {
    return {
      object: await act.objects.get('payment_intent', path.id ?? ''),
      expand: read({ expand }, form).expand,
    };
  },

  async 'GET /v1/charges'({ act, form }) {
    const given = read({ ...listing, customer: id.optional(), payment_intent: id.optional() }, form);
    const { customer, payment_intent } = given;
    const page = await act.objects.list('charge', toListing(given, { customer, payment_intent }));
    return { object: asList(page, '/v1/charges'), expand: given.expand };
  },

  async 'POST /v1/refunds'({ act, form }) {
    const given = read(
      {
        charge: id.optional(),
        payment_intent: id.optional(),
        amount: positive.optional(),
        reason: reason.optional(),
        metadata: metadata.optional(),
        expand,
      },
      form,
    );
    const { charge: chargeId, payment_intent: intentId } = given;
    if ((chargeId === undefined) === (intentId === undefined))
      throw badRequest('One of the following params should be provided: payment_intent or charge.');
    const charge =
      intentId === undefined
        ? await act.objects.get('charge', chargeId ?? '', 'charge')
        : await chargeOf(act, intentId);
    const made = await refund(act, charge, {
      cents: given.amount,
      reason: given.reason ?? null,
      metadata: given.metadata ?? {},
    });
    return { object: made, expand: given.expand };
  },
  async 'GET /v1/refunds'({ act, form }) {
    const given = read({ ...listing, charge: id.optional(), payment_intent: id.optional() }, form);
    const { charge, payment_intent } = given;
    const page = await act.objects.list('refund', toListing(given, { charge, payment_intent }));
    return { object: asList(page, '/v1/refunds'), expand: given.expand };
  },

  async 'GET /v1/disputes'({ act, form }) {
    const given = read({ ...listing, charge: id.optional(), payment_intent: id.optional() }, form);
    const { charge, payment_intent } = given;
    const page = await act.objects.list('dispute', toListing(given, { charge, payment_intent }));
    return { object: asList(page, '/v1/disputes'), expand: given.expand };
  },

  async 'GET /v1/payment_methods/{id}'({ act, path, form }) {
    return {
      object: await act.objects.get('payment_method', path.id ?? ''),
      expand: read({ expand }, form).expand,
    };
  },
};
