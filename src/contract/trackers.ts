import { z } from 'zod';
import { defineCall } from './call.ts';

const Text = z.string().max(100);
const Script = z.string().max(500);

export const Trackers = z.object({
  analytics: z
    .object({
      measurementId: Text,
      dataLayer: Text,
      script: Script,
      parameters: z.record(z.string(), z.string().max(500)),
    })
    .nullable(),
  ads: z.object({ pixelId: Text, script: Script }).nullable(),
  referral: z.object({ id: Text, script: Script }).nullable(),
});
export type Trackers = z.infer<typeof Trackers>;

export const noTrackers: Trackers = { analytics: null, ads: null, referral: null };

export const trackers = defineCall({
  method: 'GET',
  path: '/trackers.json',
  auth: 'none',
  responses: { 200: Trackers },
  errors: [],
  description: 'Configured trackers; the page loads them only with the visitor’s consent.',
});
