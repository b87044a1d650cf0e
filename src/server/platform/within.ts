import { setTimeout as wait } from 'node:timers/promises';

/** Waits for a promise with a time limit. @returns whether it settled in time; rejections are thrown */
export async function within(milliseconds: number, promise: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  const late = wait(milliseconds, false, { signal: timer.signal }).catch(() => false);
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    timer.abort();
  }
}
