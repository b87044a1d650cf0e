import { z } from 'zod';
import { defineCall } from './call.ts';

export const DatabaseCopy = z.object({
  /** Name of the folder with the copy, inside the data folder’s `work`. */
  folder: z.string(),
});

export const copyDatabase = defineCall({
  method: 'POST',
  path: '/operator/database-copy',
  auth: 'none',
  headers: z.object({ 'x-operator-key': z.string().max(200).optional() }),
  responses: { 201: DatabaseCopy },
  errors: ['notFound'],
  description: 'Copies the embedded database into the data folder, for a backup by the operator.',
});
