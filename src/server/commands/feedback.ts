import process from 'node:process';
import { createFeedbackBox } from '#server/accounts/feedback.ts';
import { systemClock } from '#server/platform/clock.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { createLog } from '#server/platform/log.ts';
import { readOperatorKey } from '#server/platform/operator-key.ts';
import {
  askForFeedback,
  type FeedbackRequest,
  feedbackUsage,
  readFeedbackArguments,
  reportFeedback,
} from './feedback-report.ts';
import { runCommand } from './run-command.ts';
import { originOf } from './running-server.ts';

async function read(config: Config, request: FeedbackRequest) {
  const key = config.databaseUrl === null ? await readOperatorKey(config.dataFolder) : null;
  const answer = key === null ? null : await askForFeedback(originOf(config), key, request);
  if (answer !== null) return answer;
  const database = await openDatabase({ ...config, log: createLog('warn') });
  try {
    const before = request.before === undefined ? undefined : new Date(request.before);
    return await createFeedbackBox({ database, clock: systemClock }).list({ before, limit: request.limit });
  } finally {
    await database.close();
  }
}

await runCommand(feedbackUsage, async (argv) => {
  const request = readFeedbackArguments(argv);
  const entries = await read(readConfig({ ...process.env, NODE_ENV: '' }), request);
  return [request.asJson ? JSON.stringify(entries, null, 2) : reportFeedback(entries)];
});
