import { jwtVerify, SignJWT } from 'jose';
import { invalidAccessToken } from './errors.ts';
import type { SigningKeys } from './keys.ts';
import type { StoredSession, StoredUser } from './store.ts';

interface IssuedTokens {
  idToken: string;
  accessToken: string;
  expiresInSeconds: number;
}

export type TokenIssuer = ReturnType<typeof createTokenIssuer>;

const ACCESS_SCOPE = 'aws.cognito.signin.user.admin';

const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

export function createTokenIssuer(options: {
  keys: SigningKeys;
  issuer: string;
  clientId: string;
  lifetimeMs: number;
  clock: () => Date;
  newId: () => string;
}) {
  const { keys, issuer, clientId, clock, newId } = options;
  const expiresInSeconds = Math.floor(options.lifetimeMs / 1000);

  const sign = (claims: Record<string, unknown>) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: keys.keyId }).sign(keys.privateKey);

  return {
    async issue(user: StoredUser, session: StoredSession): Promise<IssuedTokens> {
      const issuedAt = toSeconds(clock());
      const shared = {
        sub: user.id,
        iss: issuer,
        origin_jti: session.id,
        event_id: newId(),
        auth_time: toSeconds(session.authenticatedAt),
        iat: issuedAt,
        exp: issuedAt + expiresInSeconds,
      };
      const [idToken, accessToken] = await Promise.all([
        sign({
          ...shared,
          token_use: 'id',
          aud: clientId,
          jti: newId(),
          'cognito:username': user.id,
          email: user.email,
          email_verified: user.emailVerified,
          ...(user.federatedSubject === null
            ? {}
            : { identities: [{ providerName: 'Google', userId: user.federatedSubject }] }),
        }),
        sign({
          ...shared,
          token_use: 'access',
          client_id: clientId,
          jti: newId(),
          username: user.id,
          scope: ACCESS_SCOPE,
        }),
      ]);
      return { idToken, accessToken, expiresInSeconds };
    },

    async readAccessToken(token: string): Promise<{ userId: string; sessionId: string }> {
      try {
        const { payload } = await jwtVerify(token, keys.publicKey, {
          algorithms: ['RS256'],
          issuer,
          currentDate: clock(),
        });
        if (
          payload.token_use === 'access' &&
          payload.client_id === clientId &&
          typeof payload.sub === 'string' &&
          typeof payload.origin_jti === 'string'
        ) {
          return { userId: payload.sub, sessionId: payload.origin_jti };
        }
      } catch {
        throw invalidAccessToken();
      }
      throw invalidAccessToken();
    },
  };
}
