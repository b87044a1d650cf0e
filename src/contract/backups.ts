import { z } from 'zod';
import { defineCall } from './call.ts';

export const DatabaseCopy = z.object({
  /** Inside the data folder's `work`. */
  folder: z.string(),
});

export const copyDatabase = defineCall({
  method: 'POST',
  path: '/operator/database-copy',
  auth: 'operator',
  responses: { 201: DatabaseCopy },
  errors: ['notFound'],
  description: 'Copies the embedded database into the data folder, for a backup by the operator.',
});
