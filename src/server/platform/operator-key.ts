import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const fileOf = (dataFolder: string) => join(dataFolder, 'operator-key');

/** The key that operator commands send to the running server; null before its first start. */
export async function readOperatorKey(dataFolder: string): Promise<string | null> {
  const key = await readFile(fileOf(dataFolder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return key.trim() || null;
}

/** Reads or creates the key. Access to the data folder implies access to its contents. */
export async function loadOperatorKey(dataFolder: string): Promise<string> {
  const known = await readOperatorKey(dataFolder);
  if (known !== null) return known;
  const key = randomBytes(32).toString('base64url');
  await mkdir(dataFolder, { recursive: true });
  await writeFile(fileOf(dataFolder), `${key}\n`, { mode: 0o600 });
  return key;
}
