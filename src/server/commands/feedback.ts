import process from 'node:process';
import { createFeedbackBox } from '#server/accounts/feedback.ts';
import { systemClock } from '#server/platform/clock.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { createLog } from '#server/platform/log.ts';
import { readOperatorKey } from '#server/platform/operator-key.ts';
import { StartError } from '#server/platform/start-error.ts';
import {
  askServer,
  type FeedbackRequest,
  feedbackUsage,
  Refused,
  readFeedbackArguments,
  reportFeedback,
} from './feedback-report.ts';

async function read(config: Config, request: FeedbackRequest) {
  const key = config.databaseUrl === null ? await readOperatorKey(config.dataFolder) : null;
  const host = ['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host;
  const told = key === null ? null : await askServer(`http://${host}:${config.port}`, key, request);
  if (told !== null) return told;
  const database = await openDatabase({ ...config, log: createLog('warn') });
  try {
    const before = request.before === undefined ? undefined : new Date(request.before);
    return await createFeedbackBox({ database, clock: systemClock }).list({ before, limit: request.limit });
  } finally {
    await database.close();
  }
}

/** `npm run feedback`: exits with 0, or 2 for invalid arguments or settings. */
try {
  const argv = process.argv.slice(2);
  if (argv.some((word) => word === '--help' || word === '-h')) process.stdout.write(`${feedbackUsage}\n`);
  else {
    const request = readFeedbackArguments(argv);
    const entries = await read(readConfig({ ...process.env, NODE_ENV: '' }), request);
    process.stdout.write(`${request.asJson ? JSON.stringify(entries, null, 2) : reportFeedback(entries)}\n`);
  }
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${text.replace(/\s+/g, ' ').trim()}\n`);
  process.exitCode = error instanceof Refused || error instanceof StartError ? 2 : 1;
}
