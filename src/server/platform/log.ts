import { type DestinationStream, destination, type LevelWithSilent, type Logger, pino } from 'pino';
import { recordOf } from '#contract/unknown-values.ts';
import { currentCause } from './cause.ts';

export type { Logger };

/**
 * An error for the log. Failed queries contain their parameters, and PostgreSQL's messages contain values:
 * users' text and addresses. So log only query, code and position.
 */
function errorForLog(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { query, params, severity, code, cause } = recordOf(error);
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

/**
 * Structured logs on standard error, one JSON object per line, with the id of the request that caused it. Never
 * log tokens, email addresses or contents.
 */
export function createLog(level: LevelWithSilent, stream: DestinationStream = destination(2)): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => ({ requestId: currentCause()?.requestId }),
      serializers: { err: errorForLog },
      redact: { paths: ['*.email', '*.idToken', '*.authorization'] },
    },
    stream,
  );
}
