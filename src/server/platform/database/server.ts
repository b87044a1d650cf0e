import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { messageOf } from '#contract/unknown-values.ts';
import type { Logger } from '../log.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { StartError } from '../start-error.ts';
import { within } from '../within.ts';
import { type Connections, createConnections, type DatabaseLimits } from './connections.ts';
import type { Driver } from './database.ts';
import type { SharedLocks } from './locks.ts';
import { isDatabaseLost } from './lost-database.ts';
import { vacuumStatements } from './vacuum-statements.ts';

const namePrefix = 'hearthscribe-';
const reconnectMs = [100, 500, 1_000, 2_000, 5_000];
const longestHeartbeatMs = 10_000;
const shortestJobStatementMs = 60_000;
const closeMs = 2_000;
const lockStatementMs = 10_000;
const lockSignMs = 5_000;

const reconnectAfter = (attempt: number) => reconnectMs[Math.min(attempt, reconnectMs.length - 1)];

/** A PostgreSQL server, 15 or later. */
export async function openServer(
  connectionString: string,
  limits: DatabaseLimits,
  log: Logger,
): Promise<Driver> {
  const applicationName = `${namePrefix}${randomUUID().slice(0, 8)}`;
  const connections = createConnections(connectionString, applicationName, limits, log);
  const pool = new pg.Pool({ ...connections.config(), max: limits.poolSize });
  // Clients log their own errors; without a listener the pool throws them.
  pool.on('error', () => undefined);
  try {
    await pool.query('select 1');
  } catch (error) {
    connections.destroy();
    // The address contains a password, so name only the setting.
    throw new StartError(`The database at DATABASE_URL cannot be reached: ${messageOf(error)}`);
  }

  const locks = createSharedLocks(connections, log);
  const listener = createListener(connections, log, Math.min(longestHeartbeatMs, limits.statementMs / 2));

  return {
    kind: 'server',
    orm: drizzle(pool),
    async transaction(work) {
      // Drizzle's own checkout leaks the connection if `begin` fails.
      const client = await pool.connect();
      let lost: Error | undefined;
      try {
        return await drizzle(client).transaction((tx) => work(tx));
      } catch (error) {
        if (isDatabaseLost(error) && error instanceof Error) lost = error;
        throw error;
      } finally {
        client.release(lost);
      }
    },
    listen: listener.listen,
    sharedLocks: locks,
    jobs: {
      backend: 'postgres',
      connection: connections.config({ statementMs: Math.max(limits.statementMs, shortestJobStatementMs) }),
    },
    async isAlone() {
      const { rows } = await pool.query(
        'select 1 from pg_stat_activity where datname = current_database() and application_name like $1 and application_name <> $2 limit 1',
        [`${namePrefix}%`, applicationName],
      );
      return rows.length === 0;
    },
    copyFolder: null,
    async forgetDeleted() {
      const client = await pool.connect();
      try {
        await client.query('set statement_timeout = 0');
        const { rows } = await client.query<{ statement: string }>(vacuumStatements);
        for (const { statement } of rows) await client.query(statement);
        await client.query('reset statement_timeout');
      } finally {
        client.release();
      }
    },
    async answers(signal) {
      for (let attempt = 0; ; attempt += 1) {
        signal.throwIfAborted();
        try {
          // After a failover, the old server may still answer, read-only.
          const { rows } = await pool.query("select current_setting('transaction_read_only') as closed");
          if (rows[0]?.closed === 'off') return;
        } catch (error) {
          if (!isDatabaseLost(error)) throw error;
        }
        await wait(reconnectAfter(attempt), undefined, { signal });
      }
    },
    async scriptTransaction(work) {
      const client = new pg.Client(connections.patientConfig());
      client.on('error', (error) => log.warn({ err: error }, 'The migration connection was lost.'));
      await client.connect();
      try {
        await client.query('begin');
        const result = await work({
          script: async (text) => {
            await client.query(text);
          },
          query: async (text, values) => (await client.query<Record<string, unknown>>(text, values)).rows,
        });
        await client.query('commit');
        return result;
      } finally {
        await client.end();
      }
    },
    async close() {
      await within(closeMs, Promise.all([listener.close(), locks.close(), pool.end()]));
      connections.destroy();
    },
  };
}

type Ask = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<pg.QueryResult<Row>>;

/** A connection takes one query at a time. */
function asking(client: pg.Client): Ask {
  const next = oneAtATime();
  return (text, values) => next(() => client.query(text, values));
}

interface Connection {
  client: pg.Client;
  ask: Ask;
}

function createListener(connections: Connections, log: Logger, heartbeatMs: number) {
  const channels = new Map<string, Set<{ heard: (payload: string) => void; lost: () => void }>>();
  const closing = new AbortController();
  const { signal } = closing;
  let connection: Connection | null = null;
  let first: Promise<void> | null = null;

  const listenTo = ({ client, ask }: Connection, channel: string) =>
    ask(`listen ${client.escapeIdentifier(channel)}`);

  async function connect(): Promise<void> {
    const made = new pg.Client(connections.config());
    const opened = { client: made, ask: asking(made) };
    made.on('notification', ({ channel, payload }) => {
      for (const { heard } of channels.get(channel) ?? []) heard(payload ?? '');
    });
    made.on('error', (error) => {
      if (!signal.aborted) log.warn({ err: error }, 'The listening database connection was lost.');
    });
    try {
      await made.connect();
      for (const channel of channels.keys()) await listenTo(opened, channel);
    } catch (error) {
      void made.end().catch(() => undefined);
      throw error;
    }
    if (signal.aborted) return made.end();
    connection = opened;
    made.once('end', () => {
      connection = null;
      for (const listeners of channels.values()) for (const { lost } of listeners) lost();
      void reconnect().catch(() => undefined);
    });
    void keepAlive(opened).catch(() => made.end());
  }

  async function keepAlive(one: Connection): Promise<void> {
    while (connection === one) {
      await wait(heartbeatMs, undefined, { signal, ref: false });
      await one.ask('select 1');
    }
  }

  async function reconnect(): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      await wait(reconnectAfter(attempt), undefined, { signal });
      try {
        await connect();
        for (const listeners of channels.values()) for (const { heard } of listeners) heard('');
        return;
      } catch (error) {
        log.debug({ err: error }, 'The database cannot be reached yet.');
      }
    }
  }

  return {
    async listen(channel: string, heard: (payload: string) => void, lost = () => {}) {
      const listeners = channels.get(channel) ?? new Set();
      const listening = { heard, lost };
      channels.set(channel, listeners);
      listeners.add(listening);
      first ??= connect();
      await first;
      if (connection !== null)
        await listenTo(connection, channel).catch((error: unknown) => {
          if (!isDatabaseLost(error)) throw error;
        });
      return async () => {
        listeners.delete(listening);
        if (listeners.size > 0 || signal.aborted || channels.get(channel) !== listeners) return;
        channels.delete(channel);
        await connection
          ?.ask(`unlisten ${connection.client.escapeIdentifier(channel)}`)
          .catch(() => undefined);
      };
    },
    async close() {
      closing.abort();
      await first?.catch(() => undefined);
      await connection?.client.end();
    },
  };
}

/** Advisory locks on one connection. */
function createSharedLocks(connections: Connections, log: Logger): SharedLocks & { close(): Promise<void> } {
  let connection: Promise<Connection> | null = null;
  let lost = () => {};
  let isClosed = false;

  async function connect(): Promise<Connection> {
    const made = new pg.Client(connections.config({ statementMs: lockStatementMs }));
    const ask = asking(made);
    made.on('error', (error) => {
      if (!isClosed) log.warn({ err: error }, 'The connection with the locks was lost.');
    });
    const signs = setInterval(() => void ask('select 1').catch(() => undefined), lockSignMs);
    signs.unref();
    made.once('end', () => {
      clearInterval(signs);
      connection = null;
      if (!isClosed) lost();
    });
    await made.connect();
    // PostgreSQL must not keep the locks of a vanished computer.
    await ask(
      "select set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '3', false), set_config('tcp_keepalives_count', '3', false)",
    );
    return { client: made, ask };
  }

  function connected(): Promise<Connection> {
    connection ??= connect().catch((error: unknown) => {
      connection = null;
      throw error;
    });
    return connection;
  }

  return {
    async tryLock(key) {
      const { rows } = await (await connected()).ask<{ taken: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
        [key],
      );
      return rows[0]?.taken === true;
    },
    async unlock(key) {
      const one = await connection?.catch(() => null);
      await one?.ask('select pg_advisory_unlock(hashtextextended($1, 0))', [key]).catch((error: unknown) => {
        if (!isDatabaseLost(error)) throw error;
      });
    },
    whenLost(called) {
      lost = called;
    },
    async close() {
      isClosed = true;
      const one = await connection?.catch(() => null);
      await one?.client.end();
    },
  };
}
