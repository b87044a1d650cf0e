import { readFileSync, readlinkSync } from 'node:fs';

/** Of the calling thread, for `processorMs` in any thread of the process. Null where there is none: only Linux has it. */
export function ownTask(): string | null {
  try {
    const task = readlinkSync('/proc/thread-self');
    return processorMs(task) === null ? null : task;
  } catch {
    return null;
  }
}

/** How long a thread was on a processor; null if it has ended. */
export function processorMs(task: string): number | null {
  try {
    const [nanoseconds = ''] = readFileSync(`/proc/${task}/schedstat`, 'latin1').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return null;
  }
}
