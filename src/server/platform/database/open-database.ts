import { mkdirSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { messageOf } from '#contract/unknown-values.ts';
import type { FreeBytes } from '../disk-reserve.ts';
import type { Logger } from '../log.ts';
import { StartError } from '../start-error.ts';
import type { DatabaseLimits } from './connections.ts';
import { lockDataFolder } from './data-lock.ts';
import type { Database, Driver, Orm } from './database.ts';
import { databaseFolderOf } from './database-folder.ts';
import { openEmbedded } from './embedded.ts';
import { createLocks } from './locks.ts';
import { migrate } from './migrate.ts';
import { openServer } from './server.ts';

interface DatabaseOptions {
  databaseUrl: string | null;
  databaseLimits?: DatabaseLimits;
  dataFolder: string | null;
  log: Logger;
  prepared?: Blob;
  freeBytes?: FreeBytes;
}

const usualLimits: DatabaseLimits = { poolSize: 10, waitMs: 10_000, statementMs: 30_000 };

/** Opens the database and runs the migrations. @throws StartError */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { dataFolder, log } = options;
  if (options.databaseUrl !== null) return ready(await openUrl({ ...options, url: options.databaseUrl }));
  if (dataFolder === null) return ready(await openEmbedded(null, log, options));
  return ready(
    await locked(dataFolder, () =>
      openEmbedded(databaseFolderOf(dataFolder), log, { freeBytes: options.freeBytes }),
    ),
  );
}

/** For backups and restores: runs no migrations. @throws StartError */
export const openUrl = (options: Pick<DatabaseOptions, 'databaseLimits' | 'log'> & { url: string }) =>
  openServer(options.url, options.databaseLimits ?? usualLimits, options.log);

/** Closing what was opened releases the lock. */
export async function locked<Opened extends { close(): Promise<void> }>(
  dataFolder: string,
  open: () => Promise<Opened>,
): Promise<Opened> {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartError(
      `The data folder ${dataFolder} cannot be made (${messageOf(error)}). Set HEARTHSCRIBE_DATA to a folder that can.`,
    );
  }
  const lock = await lockDataFolder(dataFolder).catch((error: unknown) => {
    throw error instanceof StartError
      ? error
      : new StartError(
          `The data folder ${dataFolder} cannot be written (${messageOf(error)}). Set HEARTHSCRIBE_DATA to a folder that can.`,
        );
  });
  try {
    const opened = await open();
    return { ...opened, close: () => opened.close().finally(() => lock.release()) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function ready(driver: Driver): Promise<Database> {
  try {
    await migrate(driver);
  } catch (error) {
    await driver.close();
    throw error;
  }
  let closing: Promise<void> | undefined;
  const notify = async (orm: Orm, channel: string, payload: string) => {
    await orm.execute(sql`select pg_notify(${channel}, ${payload})`);
  };
  return {
    ...driver,
    notify,
    locks: createLocks(driver, (channel, payload) => notify(driver.orm, channel, payload)),
    close() {
      closing ??= driver.close();
      return closing;
    },
  };
}
