import { z } from 'zod';
import { defineCall } from './call.ts';
import { Trackers } from './tracker-settings.ts';

export const trackers = defineCall({
  method: 'GET',
  path: '/trackers.json',
  auth: 'none',
  responses: { 200: z.custom<Trackers>((value) => Trackers.safeParse(value).success) },
  errors: [],
  description: 'Configured trackers; the page loads them only with the visitor’s consent.',
});
