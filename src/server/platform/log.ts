import { type DestinationStream, destination, type LevelWithSilent, type Logger, pino } from 'pino';
import { recordOf } from '#contract/unknown-values.ts';
import { currentCause } from './cause.ts';

export type { Logger };

/** Query parameters and PostgreSQL's messages contain users' data: log only query, code and position. */
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

/** JSON lines on standard error. Never log tokens, email addresses or contents. */
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
