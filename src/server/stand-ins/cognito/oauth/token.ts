import { createHash } from 'node:crypto';
import { z } from 'zod';
import { insertSession } from '../actions/sign-in.ts';
import type { ProviderContext } from '../context.ts';
import { sameText } from '../srp.ts';
import { authorizationHashOf } from './authorize.ts';

const TokenRequest = z.object({
  grant_type: z.literal('authorization_code'),
  client_id: z.string().max(200),
  code: z.string().min(1).max(200),
  redirect_uri: z.string().max(2000),
  code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
});

interface TokenAnswer {
  status: 200 | 400;
  body: object;
}

const refuse = (error: 'invalid_request' | 'invalid_client' | 'invalid_grant'): TokenAnswer => ({
  status: 400,
  body: { error },
});

/** RFC 6749 4.1.3, RFC 7636 4.6. A failed exchange uses up the code, too. */
export async function exchangeCode(provider: ProviderContext, fields: unknown): Promise<TokenAnswer> {
  const parsed = TokenRequest.safeParse(fields);
  if (!parsed.success) return refuse('invalid_request');
  const { client_id, code, redirect_uri, code_verifier } = parsed.data;
  if (client_id !== provider.config.clientId) return refuse('invalid_client');
  const authorization = await provider.store.takeAuthorization(authorizationHashOf(code));
  const challenge = createHash('sha256').update(code_verifier).digest('base64url');
  if (
    !authorization ||
    authorization.expiresAt <= provider.clock() ||
    authorization.redirectUri !== redirect_uri ||
    !sameText(authorization.codeChallenge, challenge)
  ) {
    return refuse('invalid_grant');
  }
  const user = await provider.store.findUserById(authorization.userId);
  if (!user) return refuse('invalid_grant');
  const { session, refreshToken } = await insertSession(provider, user, authorization.authenticatedAt);
  const { idToken, accessToken, expiresInSeconds } = await provider.tokens.issue(user, session);
  return {
    status: 200,
    body: {
      id_token: idToken,
      access_token: accessToken,
      refresh_token: refreshToken,
      expires_in: expiresInSeconds,
      token_type: 'Bearer',
    },
  };
}
