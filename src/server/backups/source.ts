import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '#server/platform/config.ts';
import type { Driver, ScriptRunner } from '#server/platform/database/database.ts';
import { databaseFolderOf, isVacant } from '#server/platform/database/database-folder.ts';
import { openEmbedded } from '#server/platform/database/embedded.ts';
import { locked, openUrl } from '#server/platform/database/open-database.ts';
import { beginSnapshot } from '#server/platform/database/portable-rows.ts';
import type { Logger } from '#server/platform/log.ts';
import { StartError } from '#server/platform/start-error.ts';

export interface Source {
  place: string;
  /** All reads in `work` see one moment. */
  snapshot<Result>(work: (runner: ScriptRunner) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

function snapshotOf<Result>(driver: Driver, work: (runner: ScriptRunner) => Promise<Result>) {
  return driver.scriptTransaction(async (runner) => {
    await beginSnapshot(runner);
    return work(runner);
  });
}

/** @param whenClosed runs before others may use the folder @throws StartError */
export async function openStoppedSource(
  dataFolder: string,
  log: Logger,
  whenClosed: () => Promise<void> = async () => undefined,
): Promise<Source> {
  const place = databaseFolderOf(dataFolder);
  if (isVacant(place)) throw new StartError(`There is no database in ${dataFolder}.`);
  return locked(dataFolder, async () => {
    const driver = await openEmbedded(place, log);
    return {
      place,
      snapshot: (work) => snapshotOf(driver, work),
      close: () => driver.close().then(whenClosed),
    };
  });
}

/** @param copyByServer asks the running server for a copy of its folder @throws StartError */
export async function openSource(
  config: Pick<Config, 'databaseUrl' | 'databaseLimits' | 'dataFolder'>,
  copyByServer: () => Promise<string | null>,
  log: Logger,
): Promise<Source> {
  if (config.databaseUrl !== null) {
    const driver = await openUrl({ ...config, url: config.databaseUrl, log });
    return {
      place: 'the database at DATABASE_URL',
      snapshot: (work) => snapshotOf(driver, work),
      close: driver.close,
    };
  }
  let copy = await copyByServer();
  if (copy === null) return openStoppedSource(config.dataFolder, log);
  return {
    place: databaseFolderOf(config.dataFolder),
    async snapshot(work) {
      const folder = copy ?? (await copyByServer());
      copy = null;
      if (folder === null)
        throw new StartError('The server stopped during the backup. Run the backup again.');
      try {
        const driver = await openEmbedded(folder, log);
        try {
          return await snapshotOf(driver, work);
        } finally {
          await driver.close();
        }
      } finally {
        await rm(dirname(folder), { recursive: true, force: true });
      }
    },
    close: async () => undefined,
  };
}
