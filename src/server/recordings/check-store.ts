import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#server/platform/database/database.ts';
import type { FileStore } from '#server/platform/files/port.ts';
import { newId } from '#server/platform/ids.ts';
import { readValue, writeValue } from '#server/platform/installation-values.ts';
import type { Logger } from '#server/platform/log.ts';
import { StartError } from '#server/platform/start-error.ts';
import { createAudioFiles, filesIdName } from './audio-files.ts';
import { uploads } from './tables.ts';

const name = 'files';

async function idIn(store: FileStore): Promise<string | null> {
  if ((await store.size(filesIdName)) === null) return null;
  return store.materialise(filesIdName, async (path) => (await readFile(path, 'utf8')).trim());
}

async function hasUploads({ orm }: Database): Promise<boolean> {
  return (await orm.select({ id: uploads.id }).from(uploads).limit(1)).length > 0;
}

async function hasRecordings(store: FileStore): Promise<boolean> {
  for await (const ids of createAudioFiles(store).list(new Date(8.64e15))) if (ids.length > 0) return true;
  return false;
}

/**
 * Both have the same id: housekeeping deletes recordings that its database does not know. @throws StartError
 */
export async function checkStore(
  deps: { database: Database; store: FileStore; log: Pick<Logger, 'warn'> },
  place: string,
): Promise<void> {
  const { database, store, log } = deps;
  await database.locks.run(name, async () => {
    const known = await readValue(database.orm, name);
    const found = await idIn(store);
    if (found !== null && found === known) return;
    if (known !== null && !(await database.isAlone()))
      throw new StartError(
        `The recordings in ${place} are not those of the other Hearthscribe processes on this database. Set S3_BUCKET for all of them, or HEARTHSCRIBE_DATA to one folder that they share.`,
      );
    const isTheirs = known === null ? await hasUploads(database) : found === null;
    if (!isTheirs && (await hasRecordings(store)))
      throw new StartError(
        `The recordings in ${place} belong to another database, and would be deleted. Start with that database, or restore it. To begin with an empty one, move the recordings away.`,
      );
    if (known !== null) log.warn({ place }, 'The recordings are not where they were last time.');
    const id = known ?? newId();
    if (known === null) await writeValue(database.orm, name, id);
    await store.write(filesIdName, async (folder) => {
      const path = join(folder, 'id');
      await writeFile(path, `${id}\n`, { mode: 0o600 });
      return { path };
    });
  });
}
