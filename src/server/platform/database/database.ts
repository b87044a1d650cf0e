import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { PoolConfig } from 'pg';
import type { Db as JobStore } from 'pg-boss';

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
