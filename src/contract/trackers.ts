import { z } from 'zod';
import { defineCall } from './call.ts';
import { Trackers } from './tracker-settings.ts';

/** R7.15. Asked by every page, the public ones too, so it may be kept for some minutes. */
export const trackers = defineCall({
  method: 'GET',
  path: '/trackers.json',
  auth: 'none',
  responses: { 200: z.custom<Trackers>((value) => Trackers.safeParse(value).success) },
  errors: [],
  description: 'Configured trackers; the page loads them only with the visitor’s consent.',
});
