import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { isRunning } from '../is-running.ts';

/** On another host that shares the folder. No work takes longer. */
const LONGEST_WORK_MS = 48 * 3_600_000;

const host = hostname().replaceAll(/[^\w-]/g, '-');

/** Where processes work inside a data folder. */
export const workFolderOf = (dataFolder: string) => join(dataFolder, 'work');

/** Name of a folder in which this process works. */
export const workName = (id: string) => `${host}.${process.pid}.${id}`;

/** Removes the files of processes that no longer run. Call before this process begins work. */
export async function removeStaleWork(workFolder: string): Promise<void> {
  for (const name of await readdir(workFolder).catch(() => [])) {
    const [owner, pid] = name.split('.');
    const path = join(workFolder, name);
    const isStale =
      owner === host
        ? Number(pid) === process.pid || !isRunning(Number(pid))
        : Date.now() - (await stat(path)).mtimeMs > LONGEST_WORK_MS;
    if (isStale) await rm(path, { recursive: true, force: true });
  }
}
