import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { recordOf } from '#contract/unknown-values.ts';
import { isRunning } from '../is-running.ts';
import { StartError } from '../start-error.ts';

/** Two processes on an embedded database lose rows without an error (measured: 150 of 300). */
export type DataLock = Awaited<ReturnType<typeof lockDataFolder>>;

export class DataFolderInUse extends StartError {}

const Holder = z.object({
  token: z.string(),
  pid: z.int(),
  host: z.string(),
  /** Detect a reused process id. */
  boot: z.string(),
  processStart: z.string(),
});
type Holder = z.infer<typeof Holder>;

const heartbeatMs = 5_000;
/** For an owner on another computer or in a container. */
const silenceMs = 30_000;
/** A competing process would show within this time. */
const confirmationMs = 150;

const heldHere = new Set<string>();

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** Field 22 of /proc/PID/stat, in clock ticks since boot; '' if unavailable. */
function processStart(pid: number): string {
  const stat = readText(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function thisProcess(): Holder {
  return {
    token: randomUUID(),
    pid: process.pid,
    host: hostname(),
    boot: readText('/proc/sys/kernel/random/boot_id')?.trim() ?? '',
    processStart: processStart(process.pid),
  };
}

function readHolder(path: string): Holder | null {
  const text = readText(path);
  if (text === null) return null;
  try {
    return Holder.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function isGone(holder: Holder | null, path: string, me: Holder): boolean {
  const silentMs = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  if (holder === null) return silentMs > confirmationMs;
  if (holder.host !== me.host) return silentMs > silenceMs;
  if (holder.boot !== me.boot) return true;
  if (holder.pid === me.pid) return true;
  if (!isRunning(holder.pid)) return true;
  return holder.processStart !== processStart(holder.pid);
}

function write(path: string, holder: Holder): boolean {
  try {
    writeFileSync(path, JSON.stringify(holder), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (recordOf(error).code === 'EEXIST') return false;
    throw error;
  }
}

/** Takes the lock of a data folder, also from a dead process. @throws DataFolderInUse */
export async function lockDataFolder(folder: string) {
  const path = join(resolve(folder), 'server.lock');
  const me = thisProcess();
  const refuse = (holder: Holder | null) =>
    new DataFolderInUse(
      `The data folder ${resolve(folder)} is in use by another Hearthscribe` +
        `${holder ? ` (process ${holder.pid}${holder.host === me.host ? '' : ` on ${holder.host}`})` : ''}. ` +
        'Stop it first, or set HEARTHSCRIBE_DATA to another folder; a command finds the one that runs by its PORT.',
    );
  if (heldHere.has(path)) throw refuse(me);

  if (!write(path, me)) {
    if (readHolder(path) === null) await wait(2 * confirmationMs);
    // Without a pause, so that a fresh lock is not mistaken for the dead one.
    const holder = readHolder(path);
    if (!isGone(holder, path, me)) throw refuse(holder);
    try {
      renameSync(path, `${path}.${me.token}`);
      rmSync(`${path}.${me.token}`, { force: true });
    } catch (error) {
      if (recordOf(error).code !== 'ENOENT') throw error;
    }
    const taken = write(path, me);
    await wait(confirmationMs);
    const now = readHolder(path);
    if (!taken || now?.token !== me.token) throw refuse(now);
  }

  heldHere.add(path);
  const heartbeat = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date());
    } catch {
      // A missed heartbeat only matters between computers.
    }
  }, heartbeatMs);
  heartbeat.unref();

  return {
    release(): void {
      clearInterval(heartbeat);
      if (!heldHere.delete(path)) return;
      if (readHolder(path)?.token === me.token) rmSync(path, { force: true });
    },
  };
}
