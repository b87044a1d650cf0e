import { Socket } from 'node:net';
import pg from 'pg';
import type { Logger } from '../log.ts';
import { rememberSocketError } from './lost-database.ts';

/** How long PostgreSQL may take. */
export interface DatabaseLimits {
  /** Connections that calls and jobs share. */
  poolSize: number;
  /** For a free connection, or a new one. */
  waitMs: number;
  /** For one statement, waiting for locks included. */
  statementMs: number;
}

/** The network may be slower than the statement. */
const silenceMarginMs = 5_000;
const idleInTransactionMs = 60_000;

/** All connections of a process to one PostgreSQL. */
export interface Connections {
  /** For pools and clients that run statements. */
  config(options?: { statementMs?: number }): pg.PoolConfig;
  /** For clients that may be silent for as long as they like. */
  patientConfig(): pg.ClientConfig;
  /** Ends every connection at once; what waits for an answer fails. */
  destroy(): void;
}

/**
 * Makes connections that never end the process: each has a listener for its errors for as long as it lives, whoever uses
 * it, and one that has been silent for longer than any statement may take counts as lost (a server that hangs closes
 * nothing).
 */
export function createConnections(
  connectionString: string,
  applicationName: string,
  limits: DatabaseLimits,
  log: Logger,
): Connections {
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

  class WatchedClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      this.on('error', (error) => {
        // Over TLS the error is one of another socket, on top of ours.
        rememberSocketError(error);
        if (!isClosed) log.warn({ err: error }, 'A database connection was lost.');
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
    config({ statementMs = limits.statementMs } = {}) {
      return {
        ...shared,
        statement_timeout: statementMs,
        idle_in_transaction_session_timeout: idleInTransactionMs,
        stream: () => socket(statementMs + silenceMarginMs),
        Client: WatchedClient,
      };
    },
    patientConfig: () => ({ ...shared, stream: () => socket(0) }),
    destroy() {
      isClosed = true;
      for (const one of sockets) one.destroy();
    },
  };
}
