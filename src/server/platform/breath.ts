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

/**
 * For work that nobody waits for: afterwards others have as long. A call makes several queries, and must not meet such work
 * before each of them.
 */
export async function resting<Result>(work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  const result = await work();
  const took = performance.now() - start;
  await new Promise((resolve) => setTimeout(resolve, Math.min(took, LONGEST_REST_MS)));
  return result;
}
