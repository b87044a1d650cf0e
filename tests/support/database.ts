import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { PGlite } from '@electric-sql/pglite';
import { pino } from 'pino';
import type { Database } from '#server/platform/database/database.ts';
import { migrate, readMigrations } from '#server/platform/database/migrate.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { copyTestDatabase } from './postgres.ts';

export const silentLog = pino({ level: 'silent' });

const folder = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'hearthscribe-tests');

/** Cached until PGlite or a migration changes: opening it is ten times as fast as creating a database. */
export async function preparedDump(): Promise<Blob> {
  const version = readFileSync(
    join(import.meta.dirname, '..', '..', 'node_modules', '@electric-sql', 'pglite', 'package.json'),
  );
  const hash = createHash('sha256').update(version);
  for (const migration of readMigrations()) hash.update(migration.name).update(migration.hash);
  const path = join(folder, `${hash.digest('hex').slice(0, 16)}.tar`);
  if (!existsSync(path)) {
    const pglite = await PGlite.create({ postgresqlconf: ['shared_buffers=16MB'] });
    await migrate({
      scriptTransaction: (work) =>
        pglite.transaction((tx) =>
          work({
            script: async (text) => void (await tx.exec(text)),
            query: async (text, values) => (await tx.query<Record<string, unknown>>(text, values)).rows,
          }),
        ),
    });
    const dump = await pglite.dumpDataDir('none');
    await pglite.close();
    mkdirSync(folder, { recursive: true });
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()));
    renameSync(unfinished, path);
  }
  return new Blob([readFileSync(path)]);
}

export async function openEmbeddedTestDatabase(): Promise<Database> {
  return openDatabase({
    databaseUrl: null,
    dataFolder: null,
    log: silentLog,
    prepared: await preparedDump(),
  });
}

/** Fails for the outer handle inside a transaction, which on the embedded database would wait forever. */
function refusingOuterHandle(database: Database): Database {
  const running = new AsyncLocalStorage<{ open: boolean }>();
  function refuseInsideTransaction(): void {
    if (running.getStore()?.open)
      throw new Error('Inside a transaction use only its own handle: pass `tx` down.');
  }
  const orm = new Proxy(database.orm, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]) => {
        refuseInsideTransaction();
        return value.apply(target, values);
      };
    },
  });
  return {
    ...database,
    orm,
    async transaction(work) {
      refuseInsideTransaction();
      return database.transaction(async (tx) => {
        const state = { open: true };
        try {
          return await running.run(state, () => work(tx));
        } finally {
          state.open = false;
        }
      });
    },
  };
}

/** For server processes that a test starts one after another. */
export interface ProcessDatabase {
  environment: Record<string, string>;
  /** Only while none of the processes runs. */
  open(): Promise<Database>;
  drop(): Promise<void>;
}

export function embeddedForProcesses(dataFolder: string): ProcessDatabase {
  return {
    environment: {},
    open: () => openDatabase({ databaseUrl: null, dataFolder, log: silentLog }),
    drop: async () => undefined,
  };
}

/** In the run's PostgreSQL, with which a server starts on half the CPU; else in the data folder. */
export async function databaseForProcesses(dataFolder: string): Promise<ProcessDatabase> {
  const copy = await copyTestDatabase();
  if (copy === null) return embeddedForProcesses(dataFolder);
  return {
    environment: { DATABASE_URL: copy.url },
    open: () => openDatabase({ databaseUrl: copy.url, dataFolder: null, log: silentLog }),
    drop: copy.drop,
  };
}

/** In the run's PostgreSQL if possible. Open one per test file, and close it in `afterAll`. */
export async function openTestDatabase(): Promise<Database> {
  const copy = await copyTestDatabase();
  if (copy === null) return openEmbeddedTestDatabase();
  const database = await openDatabase({ databaseUrl: copy.url, dataFolder: null, log: silentLog });
  let closed: Promise<void> | undefined;
  return {
    ...refusingOuterHandle(database),
    close() {
      closed ??= database.close().then(copy.drop);
      return closed;
    },
  };
}
