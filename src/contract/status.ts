import { z } from 'zod';
import { defineCall } from './call.ts';
import { Timestamp } from './common.ts';

/** What the operator has announced to everyone (R4.4). */
export const ServerStatus = z.object({
  /** The server's clock: what is near is reckoned by it, for a visitor's own may be wrong. */
  now: Timestamp,
  /** Planned work on the server; `end` is after `start`. */
  maintenance: z.object({ start: Timestamp, end: Timestamp }).nullable(),
  /** Technical difficulties are known (R4.5). */
  issues: z.boolean(),
});
export type ServerStatus = z.infer<typeof ServerStatus>;

export const serverStatus = defineCall({
  method: 'GET',
  path: '/status',
  auth: 'none',
  responses: { 200: ServerStatus },
  errors: [],
  description: 'Announced maintenance and known difficulties.',
});
