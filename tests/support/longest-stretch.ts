import { readFileSync } from 'node:fs';
import process from 'node:process';
import { expect } from 'vitest';

/** CPU time of a process's main thread alone, so a busy computer changes nothing; outside Linux, the time that passed. */
export function threadMilliseconds(pid = process.pid): number {
  try {
    const [nanoseconds = ''] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return performance.now();
  }
}

const EVERY_MS = 5;

/** @returns how long this thread worked without a pause, at most, while `work` ran */
export async function longestStretch<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; milliseconds: number }> {
  let longest = 0;
  let before = threadMilliseconds();
  const look = () => {
    const now = threadMilliseconds();
    longest = Math.max(longest, now - before);
    before = now;
  };
  const timer = setInterval(look, EVERY_MS);
  try {
    const result = await work();
    look();
    return { result, milliseconds: longest };
  } finally {
    clearInterval(timer);
  }
}

/**
 * Fails only in `npm run trial:holds`, since how long a thread is held depends on the computer.
 * @param what holds it, for the message
 * @param most how long another user may wait because of this one, in milliseconds of CPU time
 */
export function expectNoHold(milliseconds: number, what: string, most = 250): void {
  if (process.env.TRIAL_HOLDS === '1')
    expect(milliseconds, `the thread is held by: ${what}`).toBeLessThan(most);
}
