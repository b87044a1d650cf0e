import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Logger } from '../log.ts';
import { StartError } from '../start-error.ts';
import type { Driver, Orm, ScriptRunner } from './database.ts';

const poolSize = 10;
/** Every connection of a process carries the same name, so that processes can tell one another apart. */
const namePrefix = 'hearthscribe-';
const reconnectMs = [100, 500, 1_000, 2_000, 5_000];

/** A real PostgreSQL, 15 or later. */
export async function openServer(connectionString: string, log: Logger): Promise<Driver> {
  const applicationName = `${namePrefix}${randomUUID().slice(0, 8)}`;
  const pool = new pg.Pool({
    connectionString,
    application_name: applicationName,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'An idle database connection was lost.'));
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    // The address holds a password, so the message names the setting and never its value.
    throw new StartError(`The database of DATABASE_URL cannot be reached: ${(error as Error).message}`);
  }

  const orm = drizzle(pool) as unknown as Orm;
  const listener = createListener(connectionString, applicationName, log);

  return {
    kind: 'server',
    orm,
    transaction: (work) => orm.transaction((tx) => work(tx as unknown as Orm)),
    listen: listener.listen,
    jobs: { connectionString, applicationName, backend: 'postgres' },
    async isAlone() {
      const { rows } = await pool.query(
        'select 1 from pg_stat_activity where datname = current_database() and application_name like $1 and application_name <> $2 limit 1',
        [`${namePrefix}%`, applicationName],
      );
      return rows.length === 0;
    },
    async scriptTransaction(work) {
      const client = await pool.connect();
      const runner: ScriptRunner = {
        script: async (text) => {
          await client.query(text);
        },
        query: async (text, values) => (await client.query<Record<string, unknown>>(text, values)).rows,
      };
      try {
        await client.query('begin');
        const result = await work(runner);
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch(() => undefined);
        throw error;
      } finally {
        client.release();
      }
    },
    async close() {
      await listener.close();
      await pool.end();
    },
  };
}

/** One connection of its own that listens to all channels, made when first needed and made again when it is lost. */
function createListener(connectionString: string, applicationName: string, log: Logger) {
  const channels = new Map<string, Set<(payload: string) => void>>();
  let connection: Promise<pg.Client> | null = null;
  const closing = new AbortController();

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString, application_name: applicationName, keepAlive: true });
    client.on('notification', ({ channel, payload }) => {
      for (const heard of channels.get(channel) ?? []) heard(payload ?? '');
    });
    client.on('error', (error) => log.warn({ err: error }, 'The listening database connection was lost.'));
    await client.connect();
    for (const channel of channels.keys()) await client.query(`listen ${client.escapeIdentifier(channel)}`);
    client.once('end', () => {
      if (closing.signal.aborted) return;
      connection = reconnect();
      connection.catch(() => undefined);
    });
    return client;
  }

  async function reconnect(): Promise<pg.Client> {
    for (let attempt = 0; ; attempt += 1) {
      await wait(reconnectMs[Math.min(attempt, reconnectMs.length - 1)], undefined, {
        signal: closing.signal,
      });
      try {
        const client = await connect();
        for (const listeners of channels.values()) for (const heard of listeners) heard('');
        return client;
      } catch (error) {
        log.warn({ err: error }, 'The database cannot be reached yet.');
      }
    }
  }

  return {
    async listen(channel: string, heard: (payload: string) => void) {
      const listeners = channels.get(channel) ?? new Set();
      channels.set(channel, listeners);
      listeners.add(heard);
      connection ??= connect();
      const client = await connection;
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      return async () => {
        listeners.delete(heard);
        if (listeners.size > 0 || closing.signal.aborted || channels.get(channel) !== listeners) return;
        channels.delete(channel);
        const current = await connection;
        await current?.query(`unlisten ${current.escapeIdentifier(channel)}`);
      };
    },
    async close() {
      closing.abort();
      const client = await connection?.catch(() => null);
      await client?.end();
    },
  };
}
