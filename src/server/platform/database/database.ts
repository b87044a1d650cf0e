import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { PoolConfig } from 'pg';
import type { Db as JobStore } from 'pg-boss';
import type { Locks, SharedLocks } from './locks.ts';

export type Orm = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

export interface Database {
  readonly kind: 'embedded' | 'server';
  /** Throws inside `transaction`: use its handle there. */
  readonly orm: Orm;
  /** Keep it short: it blocks the embedded database. */
  transaction<Result>(work: (tx: Orm) => Promise<Result>): Promise<Result>;
  /** Calls `heard('')` after a lost connection: reload what you follow. @returns how to stop */
  listen(channel: string, heard: (payload: string) => void, lost?: () => void): Promise<() => Promise<void>>;
  /** Notifies all processes after the commit. At most 7,999 bytes. */
  notify(orm: Orm, channel: string, payload: string): Promise<void>;
  readonly locks: Locks;
  readonly jobs: { store: JobStore; backend: 'pglite' } | { connection: PoolConfig; backend: 'postgres' };
  answers(signal: AbortSignal): Promise<void>;
  isAlone(): Promise<boolean>;
  /** Copies the folder between two transactions; null unless embedded. */
  readonly copyFolder: ((to: string) => Promise<void>) | null;
  /**
   * Embedded: rewrites the tables, indexes and log that still have deleted rows, table by table.
   * On a server, vacuums these tables, so that their space is used again.
   */
  forgetDeleted(): Promise<void>;
  close(): Promise<void>;
}

export interface ScriptRunner {
  script(text: string): Promise<void>;
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
}

export interface Driver extends Omit<Database, 'notify' | 'locks'> {
  sharedLocks: SharedLocks | null;
  scriptTransaction<Result>(work: (runner: ScriptRunner) => Promise<Result>): Promise<Result>;
}
