import { z } from 'zod';

const Milliseconds = z.number().nonnegative();

export const HeardWord = z.object({ text: z.string(), startMs: Milliseconds, endMs: Milliseconds });
export type HeardWord = z.infer<typeof HeardWord>;

export const HeardChunkSchema = z.object({
  language: z.string().nullable(),
  segments: z.array(
    z.object({
      startMs: Milliseconds,
      endMs: Milliseconds,
      text: z.string(),
      confidence: z.number().min(0).max(1).nullable(),
      words: z.array(HeardWord).nullable(),
      speaker: z.string().nullable(),
    }),
  ),
});

const LOOK_AHEAD = 4;
const LOOK_FURTHER = 4;

/** Engines time bare words without punctuation: matching words keep their times, others interpolate. */
export function timeTokens(
  text: string,
  words: HeardWord[],
  span: { startMs: number; endMs: number },
): HeardWord[] {
  const tokens = text.split(/\s+/).filter(Boolean);
  const timed: (HeardWord | null)[] = tokens.map(() => null);
  let next = 0;
  let missed = 0;
  for (const [index, token] of tokens.entries()) {
    const bare = bareWord(token);
    const near = words.slice(next, next + LOOK_AHEAD + missed * LOOK_FURTHER);
    const found = near.findIndex((one) => bareWord(one.text) === bare);
    const word = near[found];
    missed = word === undefined ? missed + 1 : 0;
    if (word === undefined) continue;
    timed[index] = { text: token, startMs: word.startMs, endMs: Math.max(word.startMs, word.endMs) };
    next += found + 1;
  }
  return fillGaps(tokens, timed, span);
}

function fillGaps(
  tokens: string[],
  timed: (HeardWord | null)[],
  span: { startMs: number; endMs: number },
): HeardWord[] {
  const words: HeardWord[] = [];
  for (let index = 0; index < tokens.length; ) {
    const known = timed[index];
    if (known) {
      words.push(known);
      index += 1;
      continue;
    }
    let end = index;
    while (end < tokens.length && !timed[end]) end += 1;
    const fromMs = words.at(-1)?.endMs ?? span.startMs;
    const untilMs = Math.max(fromMs, timed[end]?.startMs ?? span.endMs);
    const gap = tokens.slice(index, end);
    const total = gap.reduce((sum, { length }) => sum + length + 1, 0);
    let passed = 0;
    for (const text of gap) {
      const startMs = Math.round(fromMs + ((untilMs - fromMs) * passed) / total);
      passed += text.length + 1;
      const endMs = Math.round(fromMs + ((untilMs - fromMs) * passed) / total);
      words.push({ text, startMs, endMs });
    }
    index = end;
  }
  return words;
}

function bareWord(token: string): string {
  return token.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '') || token;
}
