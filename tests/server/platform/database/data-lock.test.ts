import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DataLock, lockDataFolder } from '#server/platform/database/data-lock.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { StartError } from '#server/platform/start-error.ts';
import { silentLog } from '#tests/support/database.ts';

describe('lock of the data folder', () => {
  let folder: string;
  let path: string;
  const held: DataLock[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hearthscribe-lock-'));
    path = join(folder, 'server.lock');
  });
  afterEach(() => {
    for (const lock of held.splice(0)) lock.release();
    rmSync(folder, { recursive: true, force: true });
  });

  async function lock(): Promise<DataLock> {
    const taken = await lockDataFolder(folder);
    held.push(taken);
    return taken;
  }
  async function leave(changes: object): Promise<void> {
    const probe = await lockDataFolder(folder);
    const holder = JSON.parse(readFileSync(path, 'utf8'));
    probe.release();
    writeFileSync(path, JSON.stringify({ ...holder, token: 'another', ...changes }));
  }

  it('is taken once, and free after its release', async () => {
    const first = await lock();
    await expect(lock()).rejects.toThrow(`The data folder ${folder} is in use`);
    first.release();
    expect(existsSync(path)).toBe(false);
    await lock();
  });

  it('is taken over from a dead holder, also if its process id was reused', async () => {
    await leave({ pid: 2 ** 22 + 1 });
    (await lock()).release();
    await leave({ pid: process.ppid, processStart: 'some other time' });
    (await lock()).release();
    await leave({ boot: 'an earlier boot', pid: process.ppid });
    (await lock()).release();
  });

  it('says in one line that the folder cannot be made', async () => {
    writeFileSync(path, '');
    const opened = openDatabase({ databaseUrl: null, dataFolder: join(path, 'data'), log: silentLog });
    await expect(opened).rejects.toBeInstanceOf(StartError);
    await expect(opened).rejects.toThrow(/^The data folder \S+ cannot be made \([^\n]+\)[^\n]+$/);
  });

  it('is not taken from a living holder', async () => {
    const start = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    await leave({ pid: process.ppid, processStart: start.slice(start.lastIndexOf(')') + 2).split(' ')[19] });
    await expect(lock()).rejects.toThrow(`(process ${process.ppid})`);
  });

  it('is taken over from another computer only after a silence', async () => {
    await leave({ host: `not-${hostname()}` });
    await expect(lock()).rejects.toThrow(`on not-${hostname()}`);
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(path, longAgo, longAgo);
    await lock();
  });

  it("of many that take over a dead holder's lock at once, only one gets it", async () => {
    await leave({ pid: 2 ** 22 + 1 });
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => lock()));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is taken over if its file is incomplete', async () => {
    writeFileSync(path, '{"token":');
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(path, longAgo, longAgo);
    await lock();
  });

  it('does not remove another holder’s lock on release', async () => {
    const mine = await lock();
    writeFileSync(path, JSON.stringify({ token: 'another' }));
    mine.release();
    expect(existsSync(path)).toBe(true);
  });
});
