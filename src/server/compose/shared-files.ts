import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { readOrMakeValue, writeValue } from '#server/platform/installation-values.ts';
import type { Logger } from '#server/platform/log.ts';
import { StartError } from '#server/platform/start-error.ts';

const name = 'files';

/** The id of a folder, written at first use. */
async function idOfFolder(folder: string): Promise<string> {
  const path = join(folder, 'files-id');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${newId()}`;
  await writeFile(draft, `${newId()}\n`, { mode: 0o600 });
  await link(draft, path)
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    })
    .finally(() => unlink(draft));
  return (await readFile(path, 'utf8')).trim();
}

/**
 * All processes on a database must reach the same recordings: what one receives, another decodes, plays and deletes.
 * A process that is alone may use another folder than the last one, for it was moved or lost.
 * @throws StartError
 */
export async function checkSharedFiles(
  { database, log }: { database: Database; log: Pick<Logger, 'warn'> },
  dataFolder: string,
): Promise<void> {
  if (database.kind === 'embedded') return;
  const folder = join(dataFolder, 'audio');
  const id = await idOfFolder(folder);
  if ((await readOrMakeValue(database.orm, name, async () => id)) === id) return;
  if (!(await database.isAlone()))
    throw new StartError(
      `The recordings in ${folder} are not those of the other Hearthscribe processes on this database. Set S3_BUCKET for all of them, or HEARTHSCRIBE_DATA to one folder that they share.`,
    );
  log.warn({ folder }, 'The folder of the recordings is not the one that was used last.');
  await writeValue(database.orm, name, id);
}
