import { oneAtATime } from './one-at-a-time.ts';

export const breath = () => new Promise<void>((resolve) => setImmediate(resolve));

const LONGEST_MS = 10;

/** For work of many small steps: breathes in the first step after 10 ms without a breath. */
export function createBreathing(now: () => number = () => performance.now()): () => Promise<void> | null {
  let last = now();
  return () => {
    if (now() - last < LONGEST_MS) return null;
    return breath().then(() => {
      last = now();
    });
  };
}

const LONGEST_REST_MS = 100;

/** After work that nobody waits for, others have as long. A call makes several queries, and must not meet such work before each. */
export const rest = (tookMs: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, Math.min(tookMs, LONGEST_REST_MS)));

const inTurn = oneAtATime();

/** Work that nobody waits for, and the rest after it: one after another, or a call meets several before each of its queries. Not inside a transaction. */
export const resting = <Result>(work: () => Promise<Result>): Promise<Result> =>
  inTurn(async () => {
    const start = performance.now();
    const result = await work();
    await rest(performance.now() - start);
    return result;
  });
