import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { PoolConfig } from 'pg';
import type { Db as JobStore } from 'pg-boss';
import type { Logger } from '../log.ts';
import { StartError } from '../start-error.ts';
import type { DatabaseLimits } from './connections.ts';
import { type DataLock, lockDataFolder } from './data-lock.ts';
import { openEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { openServer } from './server.ts';

/** Queries: the outer handle, or that of a transaction. */
export type Orm = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** PostgreSQL, embedded in this process or a server by its address: same SQL, same migrations. */
export interface Database {
  readonly kind: 'embedded' | 'server';
  /** For single statements. Inside `transaction` it throws: there, the transaction's own handle is the one to use. */
  readonly orm: Orm;
  /** Commits what `work` did when it resolves, takes all of it back when it throws. Keep it short: embedded, it stops everything else. */
  transaction<Result>(work: (tx: Orm) => Promise<Result>): Promise<Result>;
  /**
   * Hears the notifications of a channel (a plain name), until the returned function is called. After a lost connection
   * it hears an empty payload: read anew what you follow.
   */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>;
  /** Tells everyone who listens, in every process; in a transaction, when that commits. At most 7,999 bytes. */
  notify(orm: Orm, channel: string, payload: string): Promise<void>;
  /** What the job queue needs of the database. */
  readonly jobs: { store: JobStore; backend: 'pglite' } | { connection: PoolConfig; backend: 'postgres' };
  /** Waits until the database answers, for as long as it takes. Rejects when the signal says so. */
  answers(signal: AbortSignal): Promise<void>;
  /** Whether no other process uses this database. */
  isAlone(): Promise<boolean>;
  close(): Promise<void>;
}

/** Runs statements on one connection; `script` may hold several of them. */
export interface ScriptRunner {
  script(text: string): Promise<void>;
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
}

/** What the two kinds of database differ in. */
export interface Driver extends Omit<Database, 'notify'> {
  /** Runs `work` on one connection, in one transaction. */
  scriptTransaction<Result>(work: (runner: ScriptRunner) => Promise<Result>): Promise<Result>;
}

export interface DatabaseOptions {
  /** Address of a real PostgreSQL; null: embedded. */
  databaseUrl: string | null;
  /** How long the real one may take. */
  databaseLimits?: DatabaseLimits;
  /** Where the embedded database lives; null: in memory. */
  dataFolder: string | null;
  log: Logger;
  /** A dumped folder to begin with instead of an empty one, in memory only (tests). */
  prepared?: Blob;
}

const usualLimits: DatabaseLimits = { poolSize: 10, waitMs: 10_000, statementMs: 30_000 };

/**
 * Opens the database and brings its tables up to date.
 * @throws StartError with one clear line: folder in use, server not reachable, made by a newer version
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
      `The data folder ${options.dataFolder} cannot be made (${(error as Error).message}). Set HEARTHSCRIBE_DATA to a folder that can.`,
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
  return {
    ...driver,
    async notify(orm, channel, payload) {
      await orm.execute(sql`select pg_notify(${channel}, ${payload})`);
    },
    close() {
      closing ??= driver.close().finally(() => lock?.release());
      return closing;
    },
  };
}
