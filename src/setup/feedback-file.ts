import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { FeedbackEntry } from '#contract/feedback.ts';

/** What `npm run --silent feedback -- --json` printed. */
export function readFeedback(file: string): FeedbackEntry[] {
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const { data } = z.array(FeedbackEntry).safeParse(Array.isArray(content) ? content : [content]);
  if (data === undefined) {
    throw new Error(`${file} has no feedback. Make it with: npm run --silent feedback -- --json > ${file}`);
  }
  return data;
}
