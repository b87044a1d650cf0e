import { z } from 'zod';
import { defineCall } from './call.ts';

export const Agreement = z.object({
  name: z.string().min(1).max(100),
  version: z.string().min(1).max(40),
  change_description: z.string(),
});
export type Agreement = z.infer<typeof Agreement>;

export const listAgreements = defineCall({
  method: 'GET',
  path: '/agreements',
  responses: { 200: z.array(Agreement) },
  errors: [],
  description: 'The agreements that the user has not accepted yet.',
});

/** R7.6. Idempotent. */
export const acceptAgreement = defineCall({
  method: 'POST',
  path: '/accept_agreement',
  body: z.object({ agreement_name: Agreement.shape.name, agreement_version: Agreement.shape.version }),
  responses: { 204: null },
  errors: ['notFound', 'agreementChanged'],
  description: 'Accepts an agreement.',
});
