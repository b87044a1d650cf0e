import { z } from 'zod';
import { asList, type Routes } from './call.ts';
import { expand, id, listing, read, toListing } from './parameters.ts';

const status = z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']);

export const invoiceRoutes: Routes = {
  async 'GET /v1/invoices'({ act, form }) {
    const given = read(
      { ...listing, customer: id.optional(), subscription: id.optional(), status: status.optional() },
      form,
    );
    const page = await act.objects.list(
      'invoice',
      toListing(given, {
        customer: given.customer,
        status: given.status,
        'parent.subscription_details.subscription': given.subscription,
      }),
    );
    return { object: asList(page, '/v1/invoices'), expand: given.expand };
  },
  async 'GET /v1/invoices/{id}'({ act, path, form }) {
    return { object: await act.objects.get('invoice', path.id ?? ''), expand: read({ expand }, form).expand };
  },
  async 'GET /v1/invoices/{id}/lines'({ act, path, form }) {
    const given = read(listing, form);
    const { lines } = await act.objects.get('invoice', path.id ?? '');
    return { object: lines, expand: given.expand };
  },

  async 'GET /v1/invoice_payments'({ act, form }) {
    const given = read(
      {
        ...listing,
        invoice: id.optional(),
        status: z.enum(['canceled', 'open', 'paid']).optional(),
        payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: id }).optional(),
      },
      form,
    );
    const { invoice, payment, status: wanted } = given;
    const fields = { invoice, status: wanted, 'payment.payment_intent': payment?.payment_intent };
    const page = await act.objects.list('invoice_payment', toListing(given, fields));
    return { object: asList(page, '/v1/invoice_payments'), expand: given.expand };
  },
};
