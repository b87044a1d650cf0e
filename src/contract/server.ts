import { z } from 'zod';
import { defineCall } from './call.ts';

export const health = defineCall({
  method: 'GET',
  path: '/healthz',
  auth: 'none',
  responses: { 200: z.object({ status: z.literal('ok'), version: z.string() }) },
  errors: ['unavailable'],
  description: 'Whether the server serves, and which build.',
});

export const version = defineCall({
  method: 'GET',
  path: '/version',
  auth: 'none',
  responses: { 200: 'text' },
  errors: [],
  description: 'The short build hash.',
});
