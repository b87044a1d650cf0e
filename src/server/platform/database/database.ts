import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { PoolConfig } from 'pg';
import type { Db as JobStore } from 'pg-boss';
import type { Locks, SharedLocks } from './locks.ts';

export type Orm = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

export interface Database {
  readonly kind: 'embedded' | 'server';
  /** For single statements. Throws inside `transaction`: use the transaction's handle there. */
  readonly orm: Orm;
  /**
   * Commits if `work` resolves, rolls back if it throws. Keep it short: the embedded database blocks
   * meanwhile.
   */
  transaction<Result>(work: (tx: Orm) => Promise<Result>): Promise<Result>;
  /**
   * Subscribes to a channel until the returned function is called. After a lost connection the payload is
   * empty: reload what you follow. `lost` is called at the loss.
   */
  listen(channel: string, heard: (payload: string) => void, lost?: () => void): Promise<() => Promise<void>>;
  /** Notifies listeners in every process, after the commit if in a transaction. At most 7,999 bytes. */
  notify(orm: Orm, channel: string, payload: string): Promise<void>;
  readonly locks: Locks;
  readonly jobs: { store: JobStore; backend: 'pglite' } | { connection: PoolConfig; backend: 'postgres' };
  answers(signal: AbortSignal): Promise<void>;
  isAlone(): Promise<boolean>;
  /** Copies the embedded database's folder between two transactions, for a backup; null for any other. */
  readonly copyFolder: ((to: string) => Promise<void>) | null;
  close(): Promise<void>;
}

export interface ScriptRunner {
  script(text: string): Promise<void>;
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
}

export interface Driver extends Omit<Database, 'notify' | 'locks'> {
  /** Null: no other process uses the database. */
  sharedLocks: SharedLocks | null;
  scriptTransaction<Result>(work: (runner: ScriptRunner) => Promise<Result>): Promise<Result>;
}
