import pg from 'pg';

/** The network on the way to PostgreSQL. */
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

/** What PostgreSQL says as it ends, starts, fails over or has no connection left. */
const serverCodes = /^(57P0[1-5]|08...|53300|25P03|25006)$/;

/** What the client says, in words alone. */
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

/** Remembers an error of a socket to PostgreSQL, so that it is not taken for one of another service. */
export function rememberSocketError(error: Error): void {
  ofSockets.add(error);
}

/**
 * Whether an error means that PostgreSQL cannot be reached, or has no connection for us, right now. What was asked may have
 * been done or not; asking again later is worth it.
 */
export function isDatabaseLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause } = error as Error & { code?: unknown };
  return (
    (ofSockets.has(error) && networkCodes.has(code)) ||
    (error instanceof pg.DatabaseError && serverCodes.test(String(code))) ||
    clientMessages.some((message) => error.message.startsWith(message)) ||
    isDatabaseLost(cause)
  );
}
