import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { oneAtATime } from './one-at-a-time.ts';

export const breath = (): Promise<void> => nextTurn();

const LONGEST_MS = 10;

const SHORT_MS = 20;

/** For work of many small steps: breathes in the first step after 10 ms without a breath, and rests after a long one. */
export function createBreathing(now: () => number = () => performance.now()): () => Promise<void> | null {
  let last = now();
  return () => {
    const took = now() - last;
    if (took < LONGEST_MS) return null;
    return (took < SHORT_MS ? breath() : rest(took)).then(() => {
      last = now();
    });
  };
}

const SHORT_MS_OF_NOBODY = 2;

/**
 * For long work in parts: others, whose calls take several turns, have as long after each as it took, if that was not short.
 * @param isAwaited by a call; what nobody waits for rests after short parts, too
 */
export function createPauses(isAwaited = true): () => Promise<void> {
  const short = isAwaited ? SHORT_MS : SHORT_MS_OF_NOBODY;
  let last = performance.now();
  return async () => {
    const took = performance.now() - last;
    await (took < short ? breath() : rest(took));
    last = performance.now();
  };
}

const LONGEST_REST_MS = 100;

/** After work that nobody waits for, others have as long. A call makes several queries, and must not meet such work before each. */
export const rest = (tookMs: number): Promise<void> => wait(Math.min(tookMs, LONGEST_REST_MS));

const inTurn = oneAtATime();

/** Work that nobody waits for, and the rest after it: one after another, or a call meets several before each of its queries. Not inside a transaction. */
export const resting = <Result>(work: () => Promise<Result>): Promise<Result> =>
  inTurn(async () => {
    const start = performance.now();
    const result = await work();
    await rest(performance.now() - start);
    return result;
  });
