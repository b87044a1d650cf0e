import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';

/** On all cores. @param start starts a thread that answers each name with `{ name, score }` */
export async function judgeOnThreads<Score>(
  names: readonly string[],
  start: () => Worker,
): Promise<Record<string, Score>> {
  const left = [...names];
  const scores: Record<string, Score> = {};
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const worker = start();
      const next = () => {
        const name = left.shift();
        if (name !== undefined) worker.postMessage(name);
        else worker.terminate().then(() => resolve(), reject);
      };
      worker.on('message', ({ name, score }: { name: string; score: Score }) => {
        scores[name] = score;
        next();
      });
      worker.on('error', reject);
      next();
    });
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), left.length) }, work));
  return scores;
}
