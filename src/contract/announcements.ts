import { z } from 'zod';
import { defineCall } from './call.ts';
import { Timestamp } from './common.ts';

export const Announcements = z.object({
  maintenance: z
    .object({ start: Timestamp, end: Timestamp })
    // UTC with milliseconds sorts as text.
    .refine(({ start, end }) => start < end, 'the end is not after the start')
    .nullable(),
  issues: z.boolean(),
});
export type Announcements = z.infer<typeof Announcements>;

/** For `npm run announce`, with the key from the data folder. Without the key: 404. */
export const changeAnnouncements = defineCall({
  method: 'PUT',
  path: '/operator/announcements',
  auth: 'operator',
  body: Announcements.partial(),
  responses: { 200: Announcements },
  errors: ['notFound'],
  description: 'Changes what is announced, and returns all of it; for the operator.',
});
