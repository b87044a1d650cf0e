import { z } from 'zod';
import { defineCall } from './call.ts';

export const setAlphaTester = defineCall({
  method: 'PUT',
  path: '/operator/alpha-testers',
  auth: 'operator',
  body: z.object({ email: z.string().trim().toLowerCase().min(3).max(320), isAlphaTester: z.boolean() }),
  responses: { 200: z.object({ changed: z.int().nonnegative() }) },
  errors: ['notFound'],
  description: 'Makes a user an alpha tester, or undoes it; for the operator.',
});
