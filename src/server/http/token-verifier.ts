import { CognitoJwtVerifier, JwtVerifier } from 'aws-jwt-verify';
import {
  FetchError,
  JwksNotAvailableInCacheError,
  JwksValidationError,
  JwkValidationError,
  JwtBaseError,
  WaitPeriodNotYetEndedJwkError,
} from 'aws-jwt-verify/error';
import { type Jwks, type JwksCache, SimpleJwksCache } from 'aws-jwt-verify/jwk';
import { z } from 'zod';

export interface VerifiedIdentity {
  sub: string;
  email: string;
  emailVerified: boolean;
  method: 'password' | 'google';
  /** Shared by all tokens of one sign-in; null if the issuer sends none. */
  originJti: string | null;
  authTime: Date;
  expiresAt: Date;
  issuer: string;
}

/** `identityUnavailable` (503): without the key set the token cannot be checked. */
export class TokenVerificationError extends Error {
  constructor(
    readonly code: 'unauthorized' | 'identityUnavailable',
    /** `expired` was valid once, `invalid` never was. */
    readonly reason: 'expired' | 'invalid' | 'keySetUnavailable',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'TokenVerificationError';
  }

  get status(): 401 | 503 {
    return this.code === 'unauthorized' ? 401 : 503;
  }
}

export type TokenVerifierConfig = { clock?: () => Date; cacheSize?: number } & (
  | {
      kind: 'cognito';
      userPoolId: string;
      clientId: string;
      fetchKeySet?: (uri: string) => Promise<ArrayBuffer>;
    }
  | { kind: 'embedded'; issuer: string; clientId: string; jwks: () => Jwks }
);

export type TokenVerifier = ReturnType<typeof createTokenVerifier>;

const IdentityClaims = z.object({
  sub: z.string().min(1),
  iss: z.string().min(1),
  email: z.string().min(3),
  // Cognito sends Google users' as text unless the attribute is mapped.
  email_verified: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]),
  auth_time: z.int(),
  exp: z.int(),
  nbf: z.int().optional(),
  origin_jti: z.string().nullish(),
  identities: z.unknown().optional(),
  token_use: z.literal('id'),
});

const secondsToDate = (seconds: number) => new Date(seconds * 1000);

function expired(): TokenVerificationError {
  return new TokenVerificationError('unauthorized', 'expired', 'The token has expired.');
}

function readClaims(payload: unknown, now: Date): VerifiedIdentity {
  const claims = IdentityClaims.safeParse(payload);
  if (!claims.success) {
    throw new TokenVerificationError('unauthorized', 'invalid', 'This is not an identity token.');
  }
  const { sub, iss, email, email_verified, auth_time, exp, nbf, origin_jti, identities } = claims.data;
  if (secondsToDate(exp) <= now) throw expired();
  if (nbf !== undefined && secondsToDate(nbf) > now) {
    throw new TokenVerificationError('unauthorized', 'invalid', 'The token is not valid yet.');
  }
  return {
    sub,
    issuer: iss,
    email: email.toLowerCase(),
    emailVerified: email_verified,
    method: identities === undefined ? 'password' : 'google',
    originJti: origin_jti ?? null,
    authTime: secondsToDate(auth_time),
    expiresAt: secondsToDate(exp),
  };
}

function toVerificationError(error: unknown): TokenVerificationError {
  if (error instanceof TokenVerificationError) return error;
  const isAboutToken =
    error instanceof JwtBaseError &&
    !(
      error instanceof FetchError ||
      error instanceof WaitPeriodNotYetEndedJwkError ||
      error instanceof JwksNotAvailableInCacheError ||
      error instanceof JwksValidationError ||
      error instanceof JwkValidationError
    );
  if (!isAboutToken) {
    const message = 'The identity provider’s key set cannot be reached.';
    return new TokenVerificationError('identityUnavailable', 'keySetUnavailable', message, { cause: error });
  }
  return new TokenVerificationError('unauthorized', 'invalid', 'The token is not valid.', { cause: error });
}

/** The key set is local, so an unknown key id is a forgery, not an outage. */
function withoutFetching(jwks: () => Jwks): JwksCache {
  const cache = new SimpleJwksCache();
  return {
    addJwks: (uri, set) => cache.addJwks(uri, set),
    getCachedJwk: (uri, token) => cache.getCachedJwk(uri, token),
    async getJwk(uri, token) {
      return cache.getCachedJwk(uri, token);
    },
    async getJwks(uri) {
      const set = jwks();
      cache.addJwks(uri, set);
      return set;
    },
  };
}

/** The library uses the system clock; `readClaims` uses ours. */
const withoutTimeCheck = { graceSeconds: Number.POSITIVE_INFINITY };

function createSignatureCheck(config: TokenVerifierConfig): (token: string) => Promise<unknown> {
  if (config.kind === 'cognito') {
    const { userPoolId, clientId, fetchKeySet } = config;
    const properties = { userPoolId, clientId, tokenUse: 'id' as const, ...withoutTimeCheck };
    const verifier = fetchKeySet
      ? CognitoJwtVerifier.create(properties, {
          jwksCache: new SimpleJwksCache({ fetcher: { fetch: (uri) => fetchKeySet(uri) } }),
        })
      : CognitoJwtVerifier.create(properties);
    return (token) => verifier.verify(token);
  }
  const verifier = JwtVerifier.create(
    { issuer: config.issuer, audience: config.clientId, ...withoutTimeCheck },
    { jwksCache: withoutFetching(config.jwks) },
  );
  verifier.cacheJwks(config.jwks());
  return (token) => verifier.verify(token);
}

/** R4.1, R7. Caches valid tokens, because the signature check dominates a small call. */
export function createTokenVerifier(config: TokenVerifierConfig) {
  const clock = config.clock ?? (() => new Date());
  const cacheSize = config.cacheSize ?? 10_000;
  const checkSignature = createSignatureCheck(config);
  const verified = new Map<string, VerifiedIdentity>();

  function remember(token: string, identity: VerifiedIdentity): void {
    if (verified.size >= cacheSize) {
      const oldest = verified.keys().next();
      if (!oldest.done) verified.delete(oldest.value);
    }
    verified.set(token, identity);
  }

  return {
    async verify(token: string): Promise<VerifiedIdentity> {
      const known = verified.get(token);
      if (known) {
        if (known.expiresAt > clock()) return known;
        verified.delete(token);
        throw expired();
      }
      let payload: unknown;
      try {
        payload = await checkSignature(token);
      } catch (error) {
        throw toVerificationError(error);
      }
      const identity = readClaims(payload, clock());
      remember(token, identity);
      return identity;
    },
  };
}
