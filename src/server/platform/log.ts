import { type DestinationStream, destination, type LevelWithSilent, type Logger, pino } from 'pino';

export type { Logger };

/**
 * An error for the log. Failed queries repeat their parameters, and PostgreSQL the values it refuses: they are people's
 * words and addresses, so of these errors only the query, the code and the place are told.
 */
function errorForLog(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { query, params, severity, code, cause } = error as Error & Record<string, unknown>;
  const isQuery = typeof query === 'string' && params !== undefined;
  const said = isQuery ? `Failed query: ${query}` : error.message;
  const end = (error.stack ?? '').lastIndexOf(error.message) + error.message.length;
  return {
    type: error.name,
    message: severity === undefined ? said : said.replace(/: ".*$/s, ''),
    ...(code === undefined ? {} : { code }),
    stack: (error.stack ?? '').slice(end).trim(),
    ...(cause === undefined ? {} : { cause: errorForLog(cause) }),
  };
}

/** Structured logs: one JSON object a line, on standard error. Nobody logs tokens, email addresses or contents. */
export function createLog(level: LevelWithSilent, stream: DestinationStream = destination(2)): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: errorForLog },
      redact: { paths: ['*.email', '*.idToken', '*.authorization'] },
    },
    stream,
  );
}
