import { constants } from 'node:fs';
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/platform/config.ts';
import type { Driver } from '#server/platform/database/database.ts';
import { databaseFolderOf, isVacant } from '#server/platform/database/database-folder.ts';
import { openEmbedded } from '#server/platform/database/embedded.ts';
import { locked, openUrl } from '#server/platform/database/open-database.ts';
import type { FileStore } from '#server/platform/files/port.ts';
import type { Logger } from '#server/platform/log.ts';
import { StartError } from '#server/platform/start-error.ts';
import { audioFolders } from '#server/recordings/audio-files.ts';
import { assertEmpty, fillDatabase, isCurrent, knownMigrations } from './copy-rows.ts';
import { keyFile, type Manifest, readBackup, recordingsFolder, rowsIn } from './manifest.ts';
import { openUploads } from './needed-files.ts';

interface Target {
  driver: Driver;
  keep(): void;
  close(): Promise<void>;
}

async function openTarget(
  config: Pick<Config, 'databaseUrl' | 'databaseLimits' | 'dataFolder'>,
  { migrations }: Manifest,
  log: Logger,
): Promise<Target> {
  if (config.databaseUrl !== null) {
    const driver = await openUrl({ ...config, url: config.databaseUrl, log });
    return { driver, keep: () => undefined, close: driver.close };
  }
  const { dataFolder } = config;
  const place = databaseFolderOf(dataFolder);
  assertVacant(place);
  // Renamed once complete.
  const unfinished = `${place}.restored`;
  return locked(dataFolder, async () => {
    await rm(unfinished, { recursive: true, force: true });
    const driver = await openEmbedded(unfinished, log, { hasTables: isCurrent(migrations) });
    let isKept = false;
    return {
      driver,
      keep() {
        isKept = true;
      },
      async close() {
        await driver.close();
        if (isKept) await rename(unfinished, place);
        else await rm(unfinished, { recursive: true, force: true });
      },
    };
  });
}

function assertVacant(place: string): void {
  if (!isVacant(place))
    throw new StartError(`${place} is not empty. Restore into another HEARTHSCRIBE_DATA.`);
}

async function assertNoRecordings(store: FileStore, place: string): Promise<void> {
  for (const folder of audioFolders)
    for await (const names of store.list(folder, new Date(8.64e15)))
      if (names.length > 0)
        throw new StartError(`${place} is not empty: it has recordings. Restore to an empty one.`);
}

async function takesKey(config: Pick<Config, 'dataFolder' | 'secretsKeys'>, from: string): Promise<boolean> {
  if (config.secretsKeys.length > 0) return false;
  const read = (path: string) => readFile(path, 'utf8').catch(() => null);
  const path = join(config.dataFolder, keyFile);
  const [own, given] = [await read(path), await read(join(from, keyFile))];
  if (own !== null && given !== null && own.trim() !== given.trim())
    throw new StartError(`${path} is not the key in the backup. Restore into another HEARTHSCRIBE_DATA.`);
  return given !== null && own === null;
}

/** Needs an empty database and store. @throws StartError without having changed anything */
export async function restoreBackup(options: {
  config: Pick<Config, 'databaseUrl' | 'databaseLimits' | 'dataFolder' | 'secretsKeys'>;
  openStore: () => Promise<FileStore>;
  place: string;
  from: string;
  log: Logger;
}): Promise<Manifest> {
  const { config, from, log } = options;
  const manifest = await readBackup(from);
  knownMigrations(manifest.migrations, 'The backup');
  if (config.databaseUrl === null) assertVacant(databaseFolderOf(config.dataFolder));
  const store = await options.openStore();
  await assertNoRecordings(store, options.place);
  const hasKey = await takesKey(config, from);
  const target = await openTarget(config, manifest, log);
  const written: string[] = [];
  try {
    if (config.databaseUrl !== null)
      await target.driver.scriptTransaction((runner) => assertEmpty(runner, 'The database at DATABASE_URL'));
    try {
      for (const path of Object.keys(manifest.files).filter((name) =>
        name.startsWith(`${recordingsFolder}/`),
      )) {
        const name = path.slice(recordingsFolder.length + 1);
        written.push(name);
        await store.write(name, async (folder) => {
          const copy = join(folder, 'copy');
          await copyFile(join(from, path), copy, constants.COPYFILE_FICLONE);
          return { path: copy };
        });
      }
      if (hasKey) {
        const key = await readFile(join(from, keyFile));
        await writeFile(join(config.dataFolder, keyFile), key, { mode: 0o600 });
      }
      await target.driver.scriptTransaction(async (runner) => {
        await fillDatabase(runner, manifest.migrations, rowsIn(from), 'The backup');
        for (const name of await openUploads(runner)) {
          written.push(name);
          await store.create(name);
        }
      });
      target.keep();
    } catch (error) {
      for (const name of written) await store.delete(name).catch(() => undefined);
      if (hasKey) await rm(join(config.dataFolder, keyFile), { force: true });
      throw error;
    }
  } finally {
    await target.close();
  }
  return manifest;
}
