import { type DestinationStream, destination, type LevelWithSilent, type Logger, pino } from 'pino';
import { recordOf } from '#contract/unknown-values.ts';
import { currentCause } from './cause.ts';

export type { Logger };

/** Query parameters and PostgreSQL's messages contain users' data: log only query, code and position. */
export function errorForLog(error: unknown): {
  type: string;
  message?: string;
  stack?: string;
  code?: unknown;
  cause?: object;
} {
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

/** A line of the log for a person: time, level and message, then the rest as JSON, then the stack of an error. */
export function readableLine(json: string): string {
  const { time, level, msg = '', err, ...rest } = recordOf(JSON.parse(json));
  const { type: _type, message = '', stack = '', ...more } = recordOf(err);
  const others = { ...rest, ...more };
  const facts = Object.keys(others).length > 0 ? JSON.stringify(others) : '';
  const words = [time, pino.levels.labels[Number(level)], msg, message === msg ? '' : message, facts];
  return `${[words.filter(Boolean).join(' '), stack].filter(Boolean).join('\n')}\n`;
}

const forPerson: DestinationStream = { write: (line) => void process.stderr.write(readableLine(line)) };

/** JSON lines on standard error, readable ones in a terminal. Never log tokens, email addresses or contents. */
export function createLog(
  level: LevelWithSilent,
  stream: DestinationStream = process.stderr.isTTY ? forPerson : destination(2),
): Logger {
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
