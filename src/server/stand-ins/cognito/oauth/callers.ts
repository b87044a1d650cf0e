import { z } from 'zod';
import type { IdentityProviderConfig } from '../config.ts';

export const callbackPath = '/auth/callback';

/** Only the app's callback, on the requested host or a configured one. */
export function isAllowedRedirect(
  config: Pick<IdentityProviderConfig, 'redirectUris'>,
  host: string,
  redirectUri: string,
): boolean {
  return redirectUri === `http://${host}${callbackPath}` || config.redirectUris.includes(redirectUri);
}

export const AuthorizationRequest = z.object({
  response_type: z.literal('code'),
  client_id: z.string().max(200),
  redirect_uri: z.string().max(2000),
  identity_provider: z.literal('Google'),
  scope: z.string().max(500),
  state: z.string().min(1).max(2000),
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  code_challenge_method: z.literal('S256'),
  login_hint: z.string().max(254).optional(),
});
export type AuthorizationRequest = z.infer<typeof AuthorizationRequest>;
