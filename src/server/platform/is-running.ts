import process from 'node:process';
import { recordOf } from '#contract/unknown-values.ts';

/** Whether a process of this computer runs, also one of another user's. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return recordOf(error).code === 'EPERM';
  }
}
