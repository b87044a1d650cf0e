import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { z } from 'zod';
import { recordOf } from '#contract/unknown-values.ts';
import { sharedKey } from '#server/platform/installation-values.ts';
import type { Logger } from '#server/platform/log.ts';
import type { Shared } from '#server/platform/shared.ts';
import { StartError } from '#server/platform/start-error.ts';

const KeyFile = z.object({
  keyId: z.string().min(1),
  privateKey: z.object({
    kty: z.literal('RSA'),
    n: z.string(),
    e: z.string(),
    d: z.string(),
    p: z.string(),
    q: z.string(),
    dp: z.string(),
    dq: z.string(),
    qi: z.string(),
  }),
  /** 32 bytes, base64url, for fake challenges and hashes of codes. */
  secret: z.string().length(43),
});
export type KeyFile = z.infer<typeof KeyFile>;

/** An interface would not match an index signature. */
export type PublicSigningKey = {
  kty: 'RSA';
  n: string;
  e: string;
  kid: string;
  alg: 'RS256';
  use: 'sig';
};

export interface SigningKeys {
  readonly keyId: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly publicJwk: PublicSigningKey;
  readonly secret: Buffer;
}

/** Takes 0.2 s of another thread, so a first start begins it early. */
export async function createKeyFile(): Promise<KeyFile> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  return KeyFile.parse({
    keyId: randomUUID(),
    privateKey: await exportJWK(privateKey),
    secret: randomBytes(32).toString('base64url'),
  });
}

async function importRsa(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'RS256');
  if (key instanceof Uint8Array) throw new Error('This is no RSA key.');
  return key;
}

async function fromKeyFile(file: KeyFile): Promise<SigningKeys> {
  const publicJwk: PublicSigningKey = {
    kty: 'RSA',
    n: file.privateKey.n,
    e: file.privateKey.e,
    kid: file.keyId,
    alg: 'RS256',
    use: 'sig',
  };
  return {
    keyId: file.keyId,
    privateKey: await importRsa(file.privateKey),
    publicKey: await importRsa(publicJwk),
    publicJwk,
    secret: Buffer.from(file.secret, 'base64url'),
  };
}

export async function generateSigningKeys(): Promise<SigningKeys> {
  return fromKeyFile(await createKeyFile());
}

async function readKeyFile(path: string): Promise<KeyFile | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (recordOf(error).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return KeyFile.parse(JSON.parse(text));
  } catch {
    throw new StartError(
      `The signing keys ${path} cannot be read. Restore them from a backup, or delete the file: all users then sign in again.`,
    );
  }
}

/** Encrypted in the database; at first those of an earlier version's `identity-keys.json` in `folder`, or `newKeys`. */
export async function loadSigningKeys(
  deps: Pick<Shared, 'database' | 'secrets'> & { log: Pick<Logger, 'warn'> },
  folder: string,
  newKeys: Promise<KeyFile> | null = null,
): Promise<SigningKeys> {
  const path = join(folder, 'identity-keys.json');
  const text = await sharedKey(deps, 'identity keys', async () =>
    JSON.stringify((await readKeyFile(path)) ?? (await (newKeys ?? createKeyFile()))),
  );
  return fromKeyFile(KeyFile.parse(JSON.parse(text)));
}
