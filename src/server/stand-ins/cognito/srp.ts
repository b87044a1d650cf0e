import { createDiffieHellman, createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** SRP-6a in Cognito's dialect: RFC 3526 group 15, SHA-256, Java's numbers, HKDF's first block. */

export const N = BigInt(
  `0x${[
    'FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD',
    'EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED',
    'EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F',
    '83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B',
    'E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510',
    '15728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7',
    'ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C',
    'BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF',
  ].join('')}`,
);
export const G = 2n;

/** With a leading zero byte if the highest bit is set. */
export function padded(value: bigint): Buffer {
  let digits = value.toString(16);
  if (digits.length % 2 === 1) digits = `0${digits}`;
  if (/^[89a-f]/.test(digits)) digits = `00${digits}`;
  return Buffer.from(digits, 'hex');
}

function hash(...parts: (Buffer | string)[]): Buffer {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
}

export function toNumber(bytes: Buffer): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${bytes.toString('hex')}`);
}

const group = createDiffieHellman(padded(N), Number(G));

/**
 * By OpenSSL: faster, and in constant time, but it refuses to return 0, 1 and N - 1. `exponent` < (N - 1) /
 * 2.
 */
export function power(base: bigint, exponent: bigint): bigint {
  const remainder = base % N;
  if (exponent === 0n) return 1n;
  if (remainder <= 1n) return remainder;
  if (remainder === N - 1n) return exponent % 2n === 0n ? 1n : remainder;
  group.setPrivateKey(padded(exponent));
  return toNumber(group.computeSecret(padded(remainder)));
}

const K = toNumber(hash(padded(N), padded(G)));

/** `poolName` is what follows `_` in the pool's id; `userId` comes from the challenge. */
export interface SrpIdentity {
  poolName: string;
  userId: string;
}

/** x = H(pad salt | H(pool + user + ":" + password)). */
export function privateKeyOf(identity: SrpIdentity, password: string, salt: bigint): bigint {
  return toNumber(hash(padded(salt), hash(`${identity.poolName}${identity.userId}:${password}`)));
}

export function verifierOf(identity: SrpIdentity, password: string, salt: bigint): bigint {
  return power(G, privateKeyOf(identity, password, salt));
}

export function serverPublicValue(verifier: bigint, secret: bigint): bigint {
  return (K * verifier + power(G, secret)) % N;
}

/** RFC 5054: A mod N must not be zero. */
export function isAcceptableClientValue(clientValue: bigint): boolean {
  return clientValue > 0n && clientValue < N;
}

export function sessionKey(shared: bigint, scrambler: bigint): Buffer {
  const extracted = createHmac('sha256', padded(scrambler)).update(padded(shared)).digest();
  return createHmac('sha256', extracted)
    .update(Buffer.concat([Buffer.from('Caldera Derived Key'), Buffer.from([1])]))
    .digest()
    .subarray(0, 16);
}

/** u = H(pad A | pad B). */
export function scramblerOf(clientValue: bigint, serverValue: bigint): bigint {
  return toNumber(hash(padded(clientValue), padded(serverValue)));
}

/** The client's proof: HMAC(key, pool + user + secret block + time stamp), base64. */
export function signatureOf(
  key: Buffer,
  identity: SrpIdentity,
  secretBlock: Buffer,
  timestamp: string,
): string {
  return createHmac('sha256', key)
    .update(identity.poolName)
    .update(identity.userId)
    .update(secretBlock)
    .update(timestamp)
    .digest('base64');
}

export function provesPassword(proof: {
  identity: SrpIdentity;
  verifier: bigint;
  clientValue: bigint;
  serverSecret: bigint;
  serverValue: bigint;
  secretBlock: Buffer;
  timestamp: string;
  signature: string;
}): boolean {
  const scrambler = scramblerOf(proof.clientValue, proof.serverValue);
  if (scrambler === 0n) return false;
  const shared = power((proof.clientValue * power(proof.verifier, scrambler)) % N, proof.serverSecret);
  const expected = signatureOf(
    sessionKey(shared, scrambler),
    proof.identity,
    proof.secretBlock,
    proof.timestamp,
  );
  return sameText(expected, proof.signature);
}

export function sameText(left: string, right: string): boolean {
  return timingSafeEqual(hash(left), hash(right));
}
