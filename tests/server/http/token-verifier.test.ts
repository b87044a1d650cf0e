import { generateKeyPairSync, sign } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTokenVerifier, type TokenVerifier } from '#server/http/token-verifier.ts';
import { generateSigningKeys } from '#server/stand-ins/cognito/keys.ts';
import fc, { runs } from '#tests/support/property.ts';
import { createTestIssuer, type TestIssuer } from '#tests/support/test-issuer.ts';

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const invalid = { code: 'unauthorized', reason: 'invalid', status: 401 };
const unavailable = { code: 'identityUnavailable', status: 503 };

let issuer: TestIssuer;
let verifier: TokenVerifier;
beforeAll(async () => {
  issuer = await createTestIssuer();
  verifier = createTokenVerifier(issuer.verifierConfig);
});

describe('token verifier', () => {
  it('[R4.1] returns the user of a valid identity token', async () => {
    const issuedAt = new Date(Math.floor(Date.now() / 1000) * 1000);
    const token = await issuer.idToken({
      sub: 'user-1',
      email: 'Mira@Example.com',
      emailVerified: true,
      originJti: 'session-1',
      issuedAt,
    });
    expect(await verifier.verify(token)).toEqual({
      sub: 'user-1',
      email: 'mira@example.com',
      method: 'password',
      emailVerified: true,
      originJti: 'session-1',
      authTime: issuedAt,
      expiresAt: new Date(issuedAt.getTime() + 3_600_000),
      issuer: issuer.issuer,
    });
  });

  it("reads Google's textual email_verified", async () => {
    const token = await issuer.idToken({ claims: { email_verified: 'true', origin_jti: undefined } });
    expect(await verifier.verify(token)).toMatchObject({ emailVerified: true, originJti: null });
  });

  it.each([
    ['nothing', () => ''],
    ['text', () => 'not a token'],
    ['three parts of nothing', () => 'e30.e30.e30'],
    ['an access token', () => issuer.accessToken()],
    ['a token for another client', () => issuer.idToken({ claims: { aud: 'somebody-else' } })],
    ['a token without an audience', () => issuer.idToken({ claims: { aud: undefined } })],
    ["another issuer's token", () => issuer.idToken({ claims: { iss: 'https://evil.example' } })],
    ['a token without an address', () => issuer.idToken({ claims: { email: undefined } })],
    ['a token without an expiry', () => issuer.idToken({ claims: { exp: undefined } })],
    ['a token that is not valid yet', () => issuer.idToken({ claims: { nbf: 4_000_000_000 } })],
  ])('rejects %s', async (_, make) => {
    await expect(verifier.verify(await make())).rejects.toMatchObject(invalid);
  });

  it('rejects an expired token and says so', async () => {
    const token = await issuer.idToken({ issuedAt: new Date(Date.now() - 3_601_000) });
    await expect(verifier.verify(token)).rejects.toMatchObject({
      code: 'unauthorized',
      reason: 'expired',
      status: 401,
    });
  });

  it('uses the given clock, whatever the system says', async () => {
    const issuedAt = new Date('2019-05-01T12:00:00.000Z');
    const token = await issuer.idToken({ issuedAt });
    const verifyAt = (seconds: number) =>
      createTokenVerifier({
        ...issuer.verifierConfig,
        clock: () => new Date(issuedAt.getTime() + seconds * 1000),
      }).verify(token);
    await expect(verifyAt(3599)).resolves.toMatchObject({ authTime: issuedAt });
    await expect(verifyAt(3600)).rejects.toMatchObject({ reason: 'expired' });
    await expect(verifier.verify(token)).rejects.toMatchObject({ reason: 'expired' });
  });

  it('rejects a token signed by another key, with our key id or its own', async () => {
    const stranger = await generateSigningKeys();
    const ownId = await createTestIssuer({ keys: stranger });
    const ourId = await createTestIssuer({ keys: { ...stranger, keyId: issuer.keys.keyId } });
    await expect(verifier.verify(await ownId.idToken())).rejects.toMatchObject(invalid);
    await expect(verifier.verify(await ownId.idToken())).rejects.toMatchObject(invalid);
    await expect(verifier.verify(await ourId.idToken())).rejects.toMatchObject(invalid);
  });

  it('rejects a changed payload', async () => {
    const [header, payload, signature] = (await issuer.idToken()).split('.') as [string, string, string];
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const forged = base64url({ ...claims, sub: 'somebody-else' });
    await expect(verifier.verify(`${header}.${forged}.${signature}`)).rejects.toMatchObject(invalid);
  });

  it('rejects unsigned tokens, and tokens signed with the public key as a shared secret', async () => {
    const [, payload, signature] = (await issuer.idToken()).split('.') as [string, string, string];
    const kid = issuer.keys.keyId;
    for (const alg of ['none', 'HS256']) {
      const header = base64url({ alg, kid });
      await expect(verifier.verify(`${header}.${payload}.`)).rejects.toMatchObject(invalid);
      await expect(verifier.verify(`${header}.${payload}.${signature}`)).rejects.toMatchObject(invalid);
    }
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const header = base64url({ alg: 'ES256', kid });
    const elliptic = sign('sha256', Buffer.from(`${header}.${payload}`), {
      key: privateKey,
      dsaEncoding: 'ieee-p1363',
    });
    await expect(
      verifier.verify(`${header}.${payload}.${elliptic.toString('base64url')}`),
    ).rejects.toMatchObject(invalid);
  });

  it('returns 401, never 5xx, for anything else that is sent as a token', async () => {
    const part = fc.oneof(
      fc.string(),
      fc.json().map((text) => Buffer.from(text).toString('base64url')),
      fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64url')),
      fc.constant(base64url({ alg: 'RS256', kid: issuer.keys.keyId })),
    );
    await fc.assert(
      fc.asyncProperty(fc.tuple(part, part, part), async (parts) => {
        await expect(verifier.verify(parts.join('.'))).rejects.toMatchObject(invalid);
      }),
      { numRuns: runs(300) },
    );
  });

  it('caches a token until it expires, not longer', async () => {
    let now = new Date();
    const remembering = createTokenVerifier({ ...issuer.verifierConfig, clock: () => now });
    const token = await issuer.idToken({ issuedAt: now });
    const first = await remembering.verify(token);
    expect(await remembering.verify(token)).toBe(first);
    now = new Date(first.expiresAt.getTime() - 1);
    expect(await remembering.verify(token)).toBe(first);
    now = first.expiresAt;
    await expect(remembering.verify(token)).rejects.toMatchObject({ reason: 'expired' });
  });

  it('caches a bounded number of tokens', async () => {
    const small = createTokenVerifier({ ...issuer.verifierConfig, cacheSize: 2 });
    const tokens = await Promise.all([issuer.idToken(), issuer.idToken(), issuer.idToken()]);
    const identities = await Promise.all(tokens.map((token) => small.verify(token)));
    expect(await small.verify(tokens[2])).toBe(identities[2]);
    expect(await small.verify(tokens[0])).not.toBe(identities[0]);
  });
});

describe('token verifier of a hosted pool', () => {
  const userPoolId = 'eu-central-1_Hearth123';
  const clientId = 'client-of-the-pool';
  let pool: TestIssuer;
  beforeAll(async () => {
    pool = await createTestIssuer({
      issuer: `https://cognito-idp.eu-central-1.amazonaws.com/${userPoolId}`,
      clientId,
    });
  });
  const keySet = (keys: object[]) => new Uint8Array(Buffer.from(JSON.stringify({ keys }))).buffer;

  it('accepts tokens of the pool and fetches the key set once', async () => {
    const asked: string[] = [];
    const hosted = createTokenVerifier({
      kind: 'cognito',
      userPoolId,
      clientId,
      fetchKeySet: async (uri) => {
        asked.push(uri);
        return keySet([pool.keys.publicJwk]);
      },
    });
    await hosted.verify(await pool.idToken());
    await hosted.verify(await pool.idToken());
    expect(asked).toEqual([`${pool.issuer}/.well-known/jwks.json`]);
    await expect(hosted.verify(await pool.accessToken())).rejects.toMatchObject(invalid);
    await expect(hosted.verify(await pool.idToken({ claims: { aud: 'other' } }))).rejects.toMatchObject(
      invalid,
    );
  });

  it('returns 503, never 401, while the key set is unavailable, and recovers', async () => {
    let answer: () => Promise<ArrayBuffer> = () => Promise.reject(new Error('connection refused'));
    const hosted = createTokenVerifier({
      kind: 'cognito',
      userPoolId,
      clientId,
      fetchKeySet: () => answer(),
    });
    const token = await pool.idToken();
    await expect(hosted.verify(token)).rejects.toMatchObject(unavailable);
    answer = async () => new Uint8Array(Buffer.from('<html>502</html>')).buffer;
    await expect(hosted.verify(token)).rejects.toMatchObject(unavailable);
    answer = async () => keySet([pool.keys.publicJwk]);
    await expect(hosted.verify(token)).resolves.toMatchObject({ issuer: pool.issuer });
  });

  it('keeps accepting known keys while forged key ids are sent', async () => {
    const hosted = createTokenVerifier({
      kind: 'cognito',
      userPoolId,
      clientId,
      fetchKeySet: async () => keySet([pool.keys.publicJwk]),
    });
    const stranger = await createTestIssuer({ issuer: pool.issuer, clientId });
    await expect(hosted.verify(await stranger.idToken())).rejects.toMatchObject(invalid);
    await expect(hosted.verify(await pool.idToken())).resolves.toMatchObject({ issuer: pool.issuer });
  });
});
