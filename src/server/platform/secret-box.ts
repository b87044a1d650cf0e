import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordOf } from '#contract/unknown-values.ts';
import { StartError } from './start-error.ts';

/** AES-256-GCM with an authenticated context: a secret copied to another row cannot be read there. */
export type SecretBox = ReturnType<typeof createSecretBox>;

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const version = 'v1';

const idOf = (key: Buffer) => createHash('sha256').update('key id').update(key).digest('hex').slice(0, 12);

/** @param keys the newest first; the others only open */
export function createSecretBox(keys: readonly [Buffer, ...Buffer[]]) {
  const byId = new Map(keys.map((key) => [idOf(key), key]));
  const [newest] = keys;
  const newestId = idOf(newest);
  return {
    seal(text: string, context: string): string {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', newest, iv).setAAD(Buffer.from(context));
      const parts = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return `${version}.${newestId}.${Buffer.concat(parts).toString('base64url')}`;
    },
    /** Null if the key is unknown, or the text or context changed. */
    open(sealed: string, context: string): string | null {
      const [form, keyId = '', data = ''] = sealed.split('.');
      const key = byId.get(keyId);
      const bytes = Buffer.from(data, 'base64url');
      if (form !== version || key === undefined || bytes.length < IV_BYTES + TAG_BYTES) return null;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
          .setAAD(Buffer.from(context))
          .setAuthTag(bytes.subarray(-TAG_BYTES));
        return (
          decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        );
      } catch {
        return null;
      }
    },
    isCurrent: (sealed: string) => sealed.startsWith(`${version}.${newestId}.`),
    /** HMAC-SHA256 of a text that must not be stored, by each key, the newest first. */
    fingerprints: (text: string, context: string) =>
      keys.map((key) => createHmac('sha256', key).update(`${context} ${text}`).digest('base64url')),
  };
}

/** 32 bytes each, base64 or base64url; null if invalid. */
export function parseSecretKeys(text: string): Buffer[] | null {
  const keys = text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => Buffer.from(part, 'base64url'));
  return keys.every((key) => key.length === KEY_BYTES) ? keys : null;
}

/** The setting's, else `secrets-key` in the data folder, created if needed. @throws StartError if damaged */
export async function openSecretBox(options: {
  dataFolder: string;
  secretsKeys: readonly Buffer[];
}): Promise<SecretBox> {
  const [given, ...earlier] = options.secretsKeys;
  if (given !== undefined) return createSecretBox([given, ...earlier]);
  const path = join(options.dataFolder, 'secrets-key');
  await mkdir(options.dataFolder, { recursive: true });
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  await writeFile(draft, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, path);
  } catch (error) {
    if (recordOf(error).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  const [key, ...older] = parseSecretKeys(await readFile(path, 'utf8')) ?? [];
  if (key === undefined)
    throw new StartError(
      `${path} cannot be read. Restore it from a backup, or delete it: users then enter their webhooks again.`,
    );
  return createSecretBox([key, ...older]);
}
