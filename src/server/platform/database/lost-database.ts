import pg from 'pg';
import { recordOf } from '#contract/unknown-values.ts';

const networkCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);

const serverCodes = /^(57P0[1-5]|08...|53300|25P03|25006)$/;

const clientMessages = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Cannot use a pool after calling end on the pool',
];

const ofSockets = new WeakSet<Error>();

/** Distinguishes PostgreSQL's socket errors from other services'. */
export function rememberSocketError(error: Error): void {
  ofSockets.add(error);
}

/** PostgreSQL is unreachable or has no free connection. The statement may have run. */
export function isDatabaseLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause } = recordOf(error);
  return (
    (ofSockets.has(error) && networkCodes.has(code)) ||
    (error instanceof pg.DatabaseError && serverCodes.test(String(code))) ||
    clientMessages.some((message) => error.message.startsWith(message)) ||
    isDatabaseLost(cause)
  );
}
