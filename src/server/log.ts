import { type DestinationStream, destination, type LevelWithSilent, type Logger, pino } from 'pino';

export type { Logger };

/** Structured logs: one JSON object a line, on standard error. Nobody logs tokens, e-mail addresses or contents. */
export function createLog(level: LevelWithSilent, stream: DestinationStream = destination(2)): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: ['*.email', '*.idToken', '*.authorization'] },
    },
    stream,
  );
}
