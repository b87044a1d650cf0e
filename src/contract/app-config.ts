import { z } from 'zod';
import { defineCall } from './call.ts';

/** How the browser reaches the identity provider. Embedded and hosted differ in these values alone. */
export const IdentityConfig = z.object({
  region: z.string().min(1),
  /** `{region}_{name}`; the name enters every SRP proof. */
  userPoolId: z.string().regex(/^[\w-]+_[0-9a-zA-Z]+$/),
  userPoolClientId: z.string().min(1),
  /** Where the JSON actions go: a path on this origin or an address; null: the region's own. */
  userPoolEndpoint: z.string().min(1).nullable(),
  /** The provider may be reached over plain http; only the embedded one says so. */
  insecure: z.boolean(),
  /**
   * Where Google signs users in: `host/path` of the authorization endpoint, a path alone for one on this origin; null:
   * there is no sign-in with Google.
   */
  oauthDomain: z.string().min(1).nullable(),
  /** Shown as a hint where a password is chosen; the provider checks it. */
  passwordMinimumLength: z.int().positive(),
});
export type IdentityConfig = z.infer<typeof IdentityConfig>;

export const AppConfig = z.object({
  /** Base address of all calls; empty: this origin. */
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
