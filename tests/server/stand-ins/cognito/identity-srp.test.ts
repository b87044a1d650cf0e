import { getDiffieHellman, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  G,
  isAcceptableClientValue,
  N,
  padded,
  power,
  privateKeyOf,
  provesPassword,
  scramblerOf,
  serverPublicValue,
  sessionKey,
  signatureOf,
  toNumber,
  verifierOf,
} from '#server/stand-ins/cognito/srp.ts';
import fc, { runs } from '#tests/support/property.ts';

const identity = { poolName: 'hearthscribe', userId: '6c9f5b8e-4d0f-4a56-9a52-1f6f8f7a0f11' };
const salt = 0xfeedn;

function multiplied(base: bigint, exponent: bigint): bigint {
  let power = 1n;
  for (const bit of exponent.toString(2)) {
    power = (power * power) % N;
    if (bit === '1') power = (power * base) % N;
  }
  return power;
}

function clientProof(password: string, server: { verifier: bigint; secret: bigint }) {
  const clientSecret = toNumber(randomBytes(128));
  const clientValue = power(G, clientSecret);
  const serverValue = serverPublicValue(server.verifier, server.secret);
  const k = serverPublicValue(1n, 0n) - 1n;
  const x = privateKeyOf(identity, password, salt);
  const u = scramblerOf(clientValue, serverValue);
  const base = (((serverValue - k * power(G, x)) % N) + N) % N;
  const shared = power(base, clientSecret + u * x);
  const secretBlock = randomBytes(64);
  const timestamp = 'Sat Nov 21 6:05:04 UTC 2026';
  return {
    identity,
    verifier: server.verifier,
    clientValue,
    serverSecret: server.secret,
    serverValue,
    secretBlock,
    timestamp,
    signature: signatureOf(sessionKey(shared, u), identity, secretBlock, timestamp),
  };
}

describe('SRP in Cognito’s dialect', () => {
  it('uses the prime of RFC 3526 group 15', () => {
    expect(N).toBe(toNumber(getDiffieHellman('modp15').getPrime()));
  });

  it('has the multiplier k that goes with this group and SHA-256', () => {
    const k = serverPublicValue(1n, 0n) - 1n;
    expect(k.toString(16)).toBe('538282c4354742d7cbbde2359fcf67f9f5b3a6b08791e5011b43b8a5b66d9ee6');
  });

  it.each([
    [0n, '00'],
    [20n, '14'],
    [0x80n, '0080'],
    [200n, '00c8'],
    [0x123n, '0123'],
    [0x8123n, '008123'],
  ])('pads %s as Java does', (value, digits) => {
    expect(padded(value).toString('hex')).toBe(digits);
  });

  it('computes the same powers as multiplication', () => {
    const numbers = fc.bigInt({ min: 0n, max: 2n * N });
    const exponents = fc.oneof(fc.bigInt({ min: 0n, max: 20n }), fc.bigInt({ min: 0n, max: 2n ** 512n }));
    const corners = [0n, 1n, 2n, N - 2n, N - 1n, N, N + 1n, 2n * N - 1n, 2n * N];
    const examples = corners.flatMap((base) =>
      [0n, 1n, 2n, 3n].map((exponent): [bigint, bigint] => [base, exponent]),
    );
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...corners), numbers), exponents, (base, exponent) => {
        expect(power(base, exponent)).toBe(multiplied(base, exponent));
      }),
      { numRuns: examples.length + runs(4), examples },
    );
  });

  it('accepts the right password and no other', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (password, guess) => {
        const server = { verifier: verifierOf(identity, password, salt), secret: toNumber(randomBytes(64)) };
        expect(provesPassword(clientProof(password, server))).toBe(true);
        expect(provesPassword(clientProof(guess, server))).toBe(guess === password);
      }),
      { numRuns: runs(15) },
    );
  });

  it('rejects a proof for another block, time, user or server value', () => {
    const server = { verifier: verifierOf(identity, 'mellon friend', salt), secret: 77n };
    const proof = clientProof('mellon friend', server);
    expect(provesPassword({ ...proof, secretBlock: randomBytes(64) })).toBe(false);
    expect(provesPassword({ ...proof, timestamp: 'Sun Nov 22 6:05:04 UTC 2026' })).toBe(false);
    expect(provesPassword({ ...proof, identity: { ...identity, userId: 'other' } })).toBe(false);
    expect(provesPassword({ ...proof, serverSecret: 78n })).toBe(false);
    expect(provesPassword({ ...proof, signature: '' })).toBe(false);
  });

  it('rejects client values that would reveal the shared secret', () => {
    for (const value of [0n, N, 2n * N]) expect(isAcceptableClientValue(value)).toBe(false);
    expect(isAcceptableClientValue(1n)).toBe(true);
    expect(isAcceptableClientValue(N - 1n)).toBe(true);
  });
});
