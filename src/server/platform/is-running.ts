import process from 'node:process';
import { recordOf } from '#contract/unknown-values.ts';

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return recordOf(error).code === 'EPERM';
  }
}
