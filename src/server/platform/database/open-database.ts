import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { messageOf } from '#contract/unknown-values.ts';
import type { Logger } from '../log.ts';
import { StartError } from '../start-error.ts';
import type { DatabaseLimits } from './connections.ts';
import { type DataLock, lockDataFolder } from './data-lock.ts';
import type { Database, Driver, Orm } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { createLocks } from './locks.ts';
import { migrate } from './migrate.ts';
import { openServer } from './server.ts';

export interface DatabaseOptions {
  databaseUrl: string | null;
  databaseLimits?: DatabaseLimits;
  dataFolder: string | null;
  log: Logger;
  prepared?: Blob;
}

const usualLimits: DatabaseLimits = { poolSize: 10, waitMs: 10_000, statementMs: 30_000 };

/**
 * Opens the database and runs the migrations.
 * @throws StartError folder in use, server not reachable, created by a newer version
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl !== null)
    return ready(
      await openServer(options.databaseUrl, options.databaseLimits ?? usualLimits, options.log),
      null,
    );
  if (options.dataFolder === null)
    return ready(await openEmbedded(null, options.log, options.prepared), null);

  try {
    mkdirSync(options.dataFolder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartError(
      `The data folder ${options.dataFolder} cannot be made (${messageOf(error)}). Set HEARTHSCRIBE_DATA to a folder that can.`,
    );
  }
  const lock = await lockDataFolder(options.dataFolder);
  try {
    return await ready(await openEmbedded(join(options.dataFolder, 'database'), options.log), lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function ready(driver: Driver, lock: DataLock | null): Promise<Database> {
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
      closing ??= driver.close().finally(() => lock?.release());
      return closing;
    },
  };
}
