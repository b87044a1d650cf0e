import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { FeedbackEntry } from '#contract/feedback.ts';
import { parseJson } from '#contract/unknown-values.ts';
import { Misuse } from '#flows/command/misuse.ts';

/** What `npm run --silent feedback -- --json` printed. */
export function readFeedback(file: string): FeedbackEntry[] {
  const text = readFileSync(file, 'utf8');
  const { data } = z.array(FeedbackEntry).safeParse([parseJson(text)].flat());
  if (data === undefined) {
    throw new Misuse(`${file} has no feedback. Make it with: npm run --silent feedback -- --json > ${file}`);
  }
  return data;
}
