import { z } from 'zod';
import { defineCall } from './call.ts';
import { Language, Timestamp } from './common.ts';

export const SocialLinks = z.object({
  discord: z.url().nullable(),
  sites: z.array(z.object({ name: z.string().min(1).max(40), url: z.url() })).max(3),
});
export type SocialLinks = z.infer<typeof SocialLinks>;

export const Hearing = z.object({
  /** `download`: ready once its speech model is downloaded. */
  state: z.enum(['ready', 'download', 'unavailable']),
  megabytes: z.int().nonnegative(),
  /** Tags of those that it transcribes; missing if that is not known, as for a speech service. */
  languages: z.array(Language).optional(),
});
export type Hearing = z.infer<typeof Hearing>;

export const ServerStatus = z.object({
  /** A visitor's clock may be wrong. */
  now: Timestamp,
  maintenance: z.object({ start: Timestamp, end: Timestamp }).nullable(),
  issues: z.boolean(),
  links: SocialLinks,
  allowedCountry: z.boolean(),
  country: z.string().nullable(),
  hearing: Hearing.nullable(),
  /** Percent of the R9.1 price. */
  pricePercent: z.int().min(0).max(100),
});
export type ServerStatus = z.infer<typeof ServerStatus>;

export const serverStatus = defineCall({
  method: 'GET',
  path: '/status',
  auth: 'none',
  responses: { 200: ServerStatus },
  errors: [],
  description: 'Announced maintenance, known issues and other public status.',
});
