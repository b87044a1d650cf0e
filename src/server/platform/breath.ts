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
