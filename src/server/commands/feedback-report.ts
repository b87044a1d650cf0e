import { z } from 'zod';
import { type FeedbackEntry, readFeedback } from '#contract/feedback.ts';
import { StartError } from '#server/platform/start-error.ts';
import { readOptions } from './run-command.ts';

export const feedbackUsage = 'Usage: npm run --silent feedback -- [--limit 1-500] [--before TIME] [--json]';

export interface FeedbackRequest {
  limit: number;
  before: string | undefined;
  asJson: boolean;
}

export function readFeedbackArguments(argv: readonly string[]): FeedbackRequest {
  const { values } = readOptions(feedbackUsage, {
    args: [...argv],
    options: {
      limit: { type: 'string', default: '50' },
      before: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const limit = /^\d{1,3}$/.test(values.limit) ? Number(values.limit) : 0;
  if (limit < 1 || limit > 500) throw new StartError(`--limit is a number from 1 to 500. ${feedbackUsage}`);
  if (values.before !== undefined && !z.iso.datetime({ offset: true }).safeParse(values.before).success)
    throw new StartError(
      `--before is a time with its zone, such as 2026-03-14T22:00:00Z, not "${values.before}".`,
    );
  const before = values.before === undefined ? undefined : new Date(values.before).toISOString();
  return { limit, before, asJson: values.json };
}

/** User input must not control the operator's terminal. */
const withoutControls = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, ' ');

function stepLines({ feedbackId, steps }: Pick<FeedbackEntry, 'feedbackId' | 'steps'>): string[] {
  return [
    `  With the last ${steps.length} steps of the page. Where they part from the charts:`,
    '    npm run --silent feedback -- --limit 500 --json > feedback.json',
    `    npm run replay -- feedback.json --entry ${feedbackId}`,
  ];
}

function describe({ createdAt, userEmail, categories, comment, ...rest }: FeedbackEntry): string {
  const contact = rest.openToContact ? 'may be contacted' : 'no reply wanted';
  const about = rest.referenceType === null ? '' : ` · about ${rest.referenceType} ${rest.referenceId}`;
  const lines = comment.split(/\r?\n/).map((line) => `  ${withoutControls(line)}`);
  return [
    `${createdAt} · ${withoutControls(userEmail)} (${contact})${about}`,
    `  [${categories.join(', ') || 'no category'}]`,
    ...lines,
    ...(rest.steps.length > 0 ? stepLines(rest) : []),
  ].join('\n');
}

export function reportFeedback(entries: readonly FeedbackEntry[]): string {
  return entries.length === 0 ? 'No feedback so far.' : entries.map(describe).join('\n\n');
}

export const callOf = ({ limit, before }: FeedbackRequest) => ({
  ...readFeedback,
  path: `${readFeedback.path}?${new URLSearchParams({ limit: String(limit), ...(before === undefined ? {} : { before }) })}`,
});
