import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { ShareLinkRow } from './tables.ts';

/** About a tenth of a second and 32 MiB each, in the system's thread pool. */
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

const derived = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(passphrase, salt, 32, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });

/** A new key ends every admission. */
export const newAdmissionKey = (): string => randomBytes(32).toString('base64url');

/** With a new key. */
export async function lockedBy(
  passphrase: string | null,
): Promise<Pick<ShareLinkRow, 'passphraseHash' | 'admissionKey'>> {
  if (passphrase === null) return { passphraseHash: null, admissionKey: null };
  const salt = randomBytes(16);
  const key = await derived(passphrase, salt);
  return {
    passphraseHash: `${salt.toString('base64url')}.${key.toString('base64url')}`,
    admissionKey: newAdmissionKey(),
  };
}

export async function isPassphrase(passphrase: string, hash: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split('.');
  const expected = Buffer.from(key, 'base64url');
  const given = await derived(passphrase, Buffer.from(salt, 'base64url'));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export const admissionSeconds = 12 * 3600;

const signature = (admissionKey: string, publicId: string, until: string) =>
  createHmac('sha256', Buffer.from(admissionKey, 'base64url')).update(`${publicId} ${until}`).digest();

export function admission(admissionKey: string, publicId: string, now: Date): string {
  const until = String(Math.floor(now.getTime() / 1000) + admissionSeconds);
  return `${until}.${signature(admissionKey, publicId, until).toString('base64url')}`;
}

export function isAdmitted(value: string, admissionKey: string, publicId: string, now: Date): boolean {
  const [until = '', signed = ''] = value.split('.');
  if (!/^\d{1,12}$/.test(until) || Number(until) * 1000 <= now.getTime()) return false;
  const expected = signature(admissionKey, publicId, until);
  const given = Buffer.from(signed, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
