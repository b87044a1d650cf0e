import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { TokenVerifierConfig } from '#server/http/token-verifier.ts';
import { defaultIdentityProviderConfig } from '#server/stand-ins/cognito/config.ts';
import { generateSigningKeys, type SigningKeys } from '#server/stand-ins/cognito/keys.ts';

export interface TestClaims {
  sub?: string;
  email?: string;
  emailVerified?: boolean;
  originJti?: string;
  authTime?: Date;
  issuedAt?: Date;
  lifetimeSeconds?: number;
  /** Replaces claims by name; `undefined` removes one. */
  claims?: Record<string, unknown>;
}

export interface TestIssuer {
  keys: SigningKeys;
  issuer: string;
  clientId: string;
  verifierConfig: TokenVerifierConfig;
  idToken(claims?: TestClaims): Promise<string>;
  accessToken(claims?: TestClaims): Promise<string>;
}

export async function createTestIssuer(
  options: { issuer?: string; clientId?: string; keys?: SigningKeys } = {},
): Promise<TestIssuer> {
  const keys = options.keys ?? (await generateSigningKeys());
  const issuer = options.issuer ?? defaultIdentityProviderConfig.issuer;
  const clientId = options.clientId ?? defaultIdentityProviderConfig.clientId;
  const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

  function sign(given: TestClaims, own: Record<string, unknown>): Promise<string> {
    const issuedAt = given.issuedAt ?? new Date();
    const claims = {
      sub: given.sub ?? randomUUID(),
      iss: issuer,
      origin_jti: given.originJti ?? randomUUID(),
      event_id: randomUUID(),
      jti: randomUUID(),
      auth_time: seconds(given.authTime ?? issuedAt),
      iat: seconds(issuedAt),
      exp: seconds(issuedAt) + (given.lifetimeSeconds ?? 3600),
      ...own,
      ...given.claims,
    };
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: keys.keyId }).sign(keys.privateKey);
  }

  return {
    keys,
    issuer,
    clientId,
    verifierConfig: { kind: 'embedded', issuer, clientId, jwks: () => ({ keys: [keys.publicJwk] }) },
    idToken: (claims = {}) =>
      sign(claims, {
        token_use: 'id',
        aud: clientId,
        email: claims.email ?? 'mira@example.com',
        email_verified: claims.emailVerified ?? false,
      }),
    accessToken: (claims = {}) =>
      sign(claims, {
        token_use: 'access',
        client_id: clientId,
        scope: 'aws.cognito.signin.user.admin',
      }),
  };
}
