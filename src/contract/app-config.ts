import { z } from 'zod';
import { defineCall } from './call.ts';

export const IdentityConfig = z.object({
  region: z.string().min(1),
  /** The part after `_` is in every SRP proof. */
  userPoolId: z.string().regex(/^[\w-]+_[0-9a-zA-Z]+$/),
  userPoolClientId: z.string().min(1),
  /** Null: the region's default. */
  userPoolEndpoint: z.string().min(1).nullable(),
  insecure: z.boolean(),
  /** `host/path`, or a path on this origin; null: no Google sign-in. */
  oauthDomain: z.string().min(1).nullable(),
  /** A hint; the provider enforces it. */
  passwordMinimumLength: z.int().positive(),
  /** Path of the page with all emails, of an installation for one computer that has no email server. */
  mailPage: z.string().startsWith('/').nullable(),
});
export type IdentityConfig = z.infer<typeof IdentityConfig>;

export const AppConfig = z.object({
  apiBase: z.string(),
  identity: IdentityConfig,
});
export type AppConfig = z.infer<typeof AppConfig>;

export const appConfig = defineCall({
  method: 'GET',
  path: '/app-config.json',
  auth: 'none',
  responses: { 200: AppConfig },
  errors: [],
  description: 'Settings that the browser needs to sign users in.',
});
