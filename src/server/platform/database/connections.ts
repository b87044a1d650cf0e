import { Socket } from 'node:net';
import pg from 'pg';
import { recordOf } from '#contract/unknown-values.ts';
import { withoutCause } from '../cause.ts';
import type { Logger } from '../log.ts';
import { rememberSocketError } from './lost-database.ts';
import { createStatementNames } from './repeated-statements.ts';

export interface DatabaseLimits {
  poolSize: number;
  waitMs: number;
  statementMs: number;
}

const silenceMarginMs = 5_000;
const idleInTransactionMs = 60_000;

export type Connections = ReturnType<typeof createConnections>;

/** Never crash the process. A silent connection counts as lost: a hanging server closes nothing. */
export function createConnections(
  connectionString: string,
  applicationName: string,
  limits: DatabaseLimits,
  log: Logger,
) {
  const sockets = new Set<Socket>();
  let isClosed = false;

  function socket(silenceMs: number): Socket {
    const made = new Socket();
    sockets.add(made);
    made.once('close', () => sockets.delete(made));
    made.on('error', rememberSocketError);
    made.setTimeout(silenceMs, () => {
      const silent = new Error(`PostgreSQL has not answered for ${silenceMs / 1000} s.`);
      made.destroy(Object.assign(silent, { code: 'ETIMEDOUT' }));
    });
    return made;
  }

  const nameOf = createStatementNames();
  /** Only with listed columns: PostgreSQL rejects a prepared `select *` once the table has another column. */
  function named(statement: unknown): unknown {
    const { text, name, rowMode } = recordOf(statement);
    if (typeof text !== 'string' || name !== undefined || rowMode !== 'array') return statement;
    return { ...recordOf(statement), name: nameOf(text) };
  }

  class WatchedClient extends pg.Client {
    override query = (statement: unknown, ...rest: unknown[]) =>
      Reflect.apply(pg.Client.prototype.query, this, [named(statement), ...rest]);

    constructor(config?: string | pg.ClientConfig) {
      super(config);
      this.on('error', (error) => {
        // With TLS the error belongs to another socket.
        rememberSocketError(error);
        if (!isClosed) withoutCause(() => log.warn({ err: error }, 'A database connection was lost.'));
      });
    }
  }

  const shared = {
    connectionString,
    application_name: applicationName,
    connectionTimeoutMillis: limits.waitMs,
    keepAlive: true,
  };

  return {
    config({ statementMs = limits.statementMs }: { statementMs?: number } = {}): pg.PoolConfig {
      return {
        ...shared,
        statement_timeout: statementMs,
        idle_in_transaction_session_timeout: idleInTransactionMs,
        stream: () => socket(statementMs + silenceMarginMs),
        Client: WatchedClient,
      };
    },
    patientConfig: (): pg.ClientConfig => ({ ...shared, stream: () => socket(0) }),
    destroy(): void {
      isClosed = true;
      for (const one of sockets) one.destroy();
    },
  };
}
