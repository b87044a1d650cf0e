import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from './database/database.ts';
import { sharedKey } from './installation-values.ts';
import type { Logger } from './log.ts';
import type { SecretBox } from './secret-box.ts';

const fileOf = (dataFolder: string) => join(dataFolder, 'operator-key');

/** Null before the server's first start. */
export async function readOperatorKey(dataFolder: string): Promise<string | null> {
  const key = await readFile(fileOf(dataFolder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return key.trim() || null;
}

/** Makes the key that all processes share at the first start. */
export async function loadOperatorKey(
  deps: { database: Database; secrets: SecretBox; log: Pick<Logger, 'warn'> },
  dataFolder: string,
): Promise<string> {
  const inFolder = await readOperatorKey(dataFolder);
  const key = await sharedKey(
    deps,
    'operator key',
    async () => inFolder ?? randomBytes(32).toString('base64url'),
  );
  if (key !== inFolder) {
    await mkdir(dataFolder, { recursive: true });
    await writeFile(fileOf(dataFolder), `${key}\n`, { mode: 0o600 });
  }
  return key;
}
