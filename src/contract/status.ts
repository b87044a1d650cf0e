import { z } from 'zod';
import { defineCall } from './call.ts';
import { Timestamp } from './common.ts';

/** Where else the operator is found (R2.26): up to three sites, and a chat community. */
export const SocialLinks = z.object({
  discord: z.url().nullable(),
  sites: z.array(z.object({ name: z.string().min(1).max(40), url: z.url() })).max(3),
});
export type SocialLinks = z.infer<typeof SocialLinks>;

/** Whether this server can turn a recording into words. */
export const Hearing = z.object({
  /** `download`: it can once it has fetched its speech model, at the first recording; `unavailable`: not as it is set up. */
  state: z.enum(['ready', 'download', 'unavailable']),
  /** What is still to be fetched. */
  megabytes: z.int().nonnegative(),
});
export type Hearing = z.infer<typeof Hearing>;

/** What the operator has announced to everyone (R4.4), and what the page tells everyone of the service. */
export const ServerStatus = z.object({
  /** The server's clock: what is near is reckoned by it, for a visitor's own may be wrong. */
  now: Timestamp,
  /** Planned work on the server; `end` is after `start`. */
  maintenance: z.object({ start: Timestamp, end: Timestamp }).nullable(),
  /** Technical difficulties are known (R4.5). */
  issues: z.boolean(),
  links: SocialLinks,
  /** The service is offered in the visitor's country (R2.31), whose name may be unknown. */
  allowedCountry: z.boolean(),
  country: z.string().nullable(),
  /** Null until the server has found out, shortly after its start. */
  hearing: Hearing.nullable(),
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
