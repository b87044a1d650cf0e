import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';

/** Of Linux’s `USER_HZ`, on every architecture that Node.js runs on. */
const TICKS_A_SECOND = 100;

/** Seconds of CPU, user and system: a process with its threads, and its children that have ended. Fields 14 to 17 of /proc/PID/stat, so Linux only. */
export function readCpu(pid: number): { own: number; children: number } {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const ticks = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
  const [user, system, childrenUser, childrenSystem] = ticks as [number, number, number, number];
  return {
    own: (user + system) / TICKS_A_SECOND,
    children: (childrenUser + childrenSystem) / TICKS_A_SECOND,
  };
}

/** The processes that it started and that have not ended. */
export const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );

/** Seconds of CPU of a process and of all that it started, ended or not. */
export function cpuWithChildren(pid: number = process.pid): number {
  const { own, children } = readCpu(pid);
  return childrenOf(pid).reduce((sum, child) => sum + cpuWithChildren(child), own + children);
}
