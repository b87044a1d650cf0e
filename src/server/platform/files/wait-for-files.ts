import { setTimeout as wait } from 'node:timers/promises';
import { isDiskFull } from '../disk-full.ts';
import type { Job } from '../job-queue.ts';
import type { Logger } from '../log.ts';
import { areFilesUnavailable, type FileStore } from './port.ts';

const LONGEST_WAIT_MS = 10_000;

/** Restarts a job once the store is available again, or has room, without using up an attempt. */
export function waitForFiles<Data>(
  store: Pick<FileStore, 'answers'>,
  log: Logger,
  handler: (job: Job<Data>) => Promise<void>,
): (job: Job<Data>) => Promise<void> {
  return async (job) => {
    for (let losses = 0; ; losses += 1) {
      try {
        return await handler(job);
      } catch (error) {
        if (job.signal.aborted || !(areFilesUnavailable(error) || isDiskFull(error))) throw error;
        log.warn({ err: error, jobId: job.id }, 'A job waits for the store of recordings.');
        // The pauses grow, because a store may answer some calls and not others.
        await wait(Math.min(100 * 2 ** losses, LONGEST_WAIT_MS), undefined, { signal: job.signal });
        await store.answers(job.signal);
      }
    }
  };
}
