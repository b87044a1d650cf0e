import process from 'node:process';
import { createFeedbackBox } from '#server/accounts/feedback.ts';
import { systemClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { callOf, feedbackUsage, readFeedbackArguments, reportFeedback } from './feedback-report.ts';
import { runCommand } from './run-command.ts';
import { askOrOpen } from './running-server.ts';

await runCommand(feedbackUsage, async (argv) => {
  const request = readFeedbackArguments(argv);
  const before = request.before === undefined ? undefined : new Date(request.before);
  const { feedback } = await askOrOpen(
    readConfig({ ...process.env, NODE_ENV: '' }),
    callOf(request),
    undefined,
    async (database) => ({
      feedback: await createFeedbackBox({ database, clock: systemClock }).list({
        before,
        limit: request.limit,
      }),
    }),
  );
  return [request.asJson ? JSON.stringify(feedback, null, 2) : reportFeedback(feedback)];
});
