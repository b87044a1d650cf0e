import { AsyncLocalStorage } from 'node:async_hooks';
import { constants, renameSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { PGlite, type QueryOptions, type Results, type Transaction } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { fromPglite } from 'pg-boss';
import { messageOf, recordOf } from '#contract/unknown-values.ts';
import { resting } from '../breath.ts';
import { isDiskFull } from '../disk-full.ts';
import { createDiskReserve, type FreeBytes } from '../disk-reserve.ts';
import type { Logger } from '../log.ts';
import { StartError } from '../start-error.ts';
import type { Driver, Orm } from './database.ts';
import { checkDatabaseFolder, checkRelationFiles, isVacant, openingProblem } from './database-folder.ts';
import { compileDatabaseProgram } from './database-program.ts';
import { DurableFolder } from './durable-folder.ts';
import { createEmbeddedStatements } from './embedded-statements.ts';
import { copyEmptyDatabase } from './empty-database.ts';
import { createSpareRoom } from './spare-room.ts';
import {
  readingStatements,
  SWEPT_BYTES,
  SWEPT_ROWS,
  sweepStatements,
  textIndexes,
  vacuumStatements,
} from './vacuum-statements.ts';

/** PGlite has no process that does checkpoints: without them its log would grow for ever. */
const LOG_BYTES = 64 * 1024 ** 2;

/** PostgreSQL's defaults are for many connections and take 140 MB; these take 13. */
const settings = [
  'shared_buffers=4MB',
  'wal_buffers=64kB',
  'max_connections=5',
  'max_wal_senders=0',
  'max_worker_processes=0',
  'max_replication_slots=0',
  // A renamed log file would keep deleted rows.
  'wal_recycle=off',
  'wal_init_zero=off',
];
const startParams = [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])];

/** Creates it elsewhere and moves it: a half-created one would block every later start. */
async function makeFolder(folder: string, log: Logger, hasTables = true): Promise<void> {
  const unfinished = `${folder}.new`;
  try {
    rmSync(unfinished, { recursive: true, force: true });
    if (!hasTables || !copyEmptyDatabase(unfinished)) {
      log.info('Making the database; this takes a few seconds the first time.');
      const made = await PGlite.create({ fs: new DurableFolder(unfinished), startParams });
      await made.close();
    }
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw openingProblem(folder, error, true);
  }
}

async function openFolder(folder: string, durable: DurableFolder): Promise<PGlite> {
  checkDatabaseFolder(folder);
  let pglite: PGlite | undefined;
  try {
    pglite = await PGlite.create({
      fs: durable,
      startParams,
      pgliteWasmModule: await compileDatabaseProgram(),
    });
    const relations = await pglite.query<Record<string, unknown>>(
      'select pg_relation_filepath(oid) as path from pg_class where relpersistence <> $1',
      ['t'],
    );
    checkRelationFiles(folder, relations.rows);
    return pglite;
  } catch (error) {
    await pglite?.close().catch(() => undefined);
    throw openingProblem(folder, error);
  }
}

/**
 * @param folder null: in memory @param options.prepared a dumped folder to start from, in memory only
 * @throws StartError
 */
export async function openEmbedded(
  folder: string | null,
  log: Logger,
  {
    prepared,
    hasTables,
    freeBytes,
  }: { prepared?: Blob | undefined; hasTables?: boolean; freeBytes?: FreeBytes | undefined } = {},
): Promise<Driver> {
  if (folder !== null && isVacant(folder)) await makeFolder(folder, log, hasTables);
  const spare = folder === null ? null : createSpareRoom(`${folder}.spare`);
  const durable = folder === null ? null : new DurableFolder(folder, spare);
  const pglite =
    folder !== null && durable !== null
      ? await openFolder(folder, durable)
      : await PGlite.create({ startParams, ...(prepared && { loadDataDir: prepared }) });

  /** Inside it, the outer handle would wait forever. */
  const running = new AsyncLocalStorage<{ open: boolean }>();
  function refuseInsideTransaction(): void {
    if (running.getStore()?.open)
      throw new Error('Inside a transaction use only its own handle: pass `tx` down.');
  }

  const reserve = folder === null ? null : createDiskReserve(folder, freeBytes, spare);
  /** Without its log it answers nothing any more: only another start mends that. */
  function endWithoutLog(error: unknown): void {
    if (!isDiskFull(error) || !/log file|pg_wal/.test(messageOf(error))) return;
    setImmediate(() => {
      throw new StartError(
        'The disk is full, and the embedded database could not write its log. What was stored is safe. Free some space, then start again.',
      );
    });
  }
  const warnOfCheckpoint = (error: unknown) =>
    log.warn({ err: error }, 'The database could not shorten its log; it tries again.');
  const warnOfSweep = (error: unknown) =>
    log.warn({ err: error }, 'The database could not tidy its tables; it tries again.');
  let checkpointAt = LOG_BYTES;
  const swept = { rows: 0, logged: 0, isUnderWay: false };
  async function sweep(): Promise<void> {
    swept.isUnderWay = true;
    try {
      await flushCounts();
      for (const statement of await statementsOf(sweepStatements))
        await resting(() => client.query(statement));
    } finally {
      Object.assign(swept, { rows: 0, logged: durable?.logged ?? 0, isUnderWay: false });
    }
  }
  /** The counts of a session are otherwise up to a second late. */
  async function flushCounts(): Promise<void> {
    await client.query('select pg_stat_force_next_flush()');
    await client.query('select 1');
  }
  const statementsOf = async (list: string) =>
    (await client.query(list)).rows.map(({ statement }) => String(statement));

  function tidy(changedRows: number): void {
    if (durable === null) return;
    if (durable.logged > checkpointAt) {
      checkpointAt = durable.logged + LOG_BYTES;
      void running.exit(() => resting(() => pglite.query('checkpoint'))).catch(warnOfCheckpoint);
    }
    swept.rows += changedRows;
    const isDue = swept.rows >= SWEPT_ROWS || durable.logged - swept.logged >= SWEPT_BYTES;
    if (isDue && !swept.isUnderWay) void running.exit(() => sweep().catch(warnOfSweep));
  }

  async function watched<Result>(text: string, statement: () => Promise<Result>): Promise<Result> {
    reserve?.checkStatement(text);
    try {
      const result = await statement();
      tidy(Number(recordOf(result).affectedRows ?? 0));
      return result;
    } catch (error) {
      endWithoutLog(error);
      throw error;
    }
  }

  const runPrepared = createEmbeddedStatements(pglite);
  function preparing(tx: Transaction): Transaction {
    const inherited: Transaction = Object.create(tx);
    return Object.assign(inherited, {
      query: (
        text: string,
        values: unknown[] = [],
        options: QueryOptions = {},
      ): Promise<Results<Record<string, unknown>>> =>
        watched(
          text,
          () =>
            (tx.closed ? null : runPrepared(text, values, options, true)) ?? tx.query(text, values, options),
        ),
    });
  }

  const client = {
    query: (text: string, values: unknown[] = [], options: QueryOptions = {}) => {
      refuseInsideTransaction();
      return watched(
        text,
        () =>
          runPrepared(text, values, options, false) ??
          pglite.query<Record<string, unknown>>(text, values, options),
      );
    },
    exec: (text: string) => {
      refuseInsideTransaction();
      return watched(text, () => pglite.exec(text));
    },
    async transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
      refuseInsideTransaction();
      const result = await watched('begin', () =>
        pglite.transaction(async (tx) => {
          const state = { open: true };
          try {
            return await running.run(state, () => work(preparing(tx)));
          } finally {
            state.open = false;
          }
        }),
      );
      // PGlite does not flush transactions, not even their commit.
      await durable?.syncToFs();
      return result;
    },
    async listen(channel: string, heard: (payload: string) => void) {
      // Notifications arrive inside the statement that raised them, with its transaction.
      const stop = await pglite.listen(channel, (payload) =>
        running.exit(() => queueMicrotask(() => heard(payload))),
      );
      return () => (pglite.closed ? Promise.resolve() : stop());
    },
  };

  // biome-ignore lint/plugin: drizzle's PGlite and node-postgres handles differ only in the type of raw results, of which we use `rows`.
  const orm = drizzle(client as unknown as PGlite) as unknown as Orm;

  return {
    kind: 'embedded',
    orm,
    transaction: (work) => orm.transaction(work),
    listen: client.listen,
    // biome-ignore lint/plugin: the store only calls `query` and `exec`.
    jobs: { store: fromPglite(client as Parameters<typeof fromPglite>[0]), backend: 'pglite' },
    sharedLocks: null,
    answers: async () => undefined,
    isAlone: async () => true,
    scriptTransaction: (work) =>
      client.transaction((tx) =>
        work({
          script: async (text) => {
            await tx.exec(text);
          },
          query: async (text, values) => (await tx.query<Record<string, unknown>>(text, values)).rows,
        }),
      ),
    copyFolder:
      folder === null
        ? null
        : (to) =>
            client.transaction(async (tx) => {
              await tx.exec('checkpoint');
              await cp(folder, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
            }),
    async forgetDeleted() {
      if (folder === null || durable === null) return;
      await flushCounts();
      for (const statement of [
        ...(await statementsOf(readingStatements)),
        ...(await statementsOf(vacuumStatements)),
        ...textIndexes.map((name) => `reindex index ${name}`),
      ])
        await resting(() => client.query(statement));
      const checkpoint = () => resting(() => client.query('checkpoint'));
      await checkpoint();
      // Before the log goes that could restore them.
      await durable.syncData();
      await client.query('select pg_switch_wal()');
      // The second one removes the log that the first one still began in.
      await checkpoint();
      await checkpoint();
      await durable.syncData();
    },
    async close() {
      if (!pglite.closed) await pglite.close();
    },
  };
}
