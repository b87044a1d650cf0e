import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { createJobQueue, type JobQueue } from '#server/platform/job-queue.ts';
import { createLog } from '#server/platform/log.ts';
import { openEmbeddedTestDatabase, silentLog } from '#tests/support/database.ts';

describe('job queue', () => {
  let database: Database;
  let queue: JobQueue;
  const ran: unknown[] = [];
  let settled: () => void = () => {};
  const once = () =>
    new Promise<void>((resolve) => {
      settled = resolve;
    });

  beforeAll(async () => {
    database = await openEmbeddedTestDatabase();
    queue = createJobQueue(database, { log: silentLog });
    queue.work<{ step: string }>('greet', async ({ data, attempt }) => {
      ran.push([data.step, attempt]);
      if (data.step === 'fails once' && attempt === 0) throw new Error('once');
      if (data.step === 'meets a full disk' && ran.length === 1)
        throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      settled();
    });
    await queue.start();
  });
  afterAll(async () => {
    await queue.stop();
    await database.close();
  });

  it('runs a job of a committed transaction, and none of a failed one', async () => {
    const done = once();
    await database
      .transaction(async (tx) => {
        await queue.send(tx, 'greet', { step: 'taken back' });
        throw new Error('no');
      })
      .catch(() => undefined);
    await database.transaction((tx) => queue.send(tx, 'greet', { step: 'kept' }));
    await done;
    expect(ran).toEqual([['kept', 0]]);
  });

  it('runs a job again if its handler threw', async () => {
    ran.length = 0;
    const done = once();
    await database.transaction((tx) => queue.send(tx, 'greet', { step: 'fails once' }));
    await done;
    expect(ran).toEqual([
      ['fails once', 0],
      ['fails once', 1],
    ]);
  });

  it('waits quietly while the disk is full, and ends the job that it had', async () => {
    const { jobs } = database;
    if (jobs.backend !== 'pglite') throw new Error('not embedded');
    let isFull = false;
    let refused = 0;
    let severalRefused = () => {};
    const several = new Promise<void>((resolve) => {
      severalRefused = resolve;
    });
    const store: typeof jobs.store = {
      ...jobs.store,
      async executeSql(text, values) {
        if (!isFull) return jobs.store.executeSql(text, values);
        refused += 1;
        if (refused === 5) severalRefused();
        throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      },
    };
    const logged: string[] = [];
    const log = createLog('warn', { write: (line) => void logged.push(JSON.parse(line).msg) });
    const full = createJobQueue(
      { ...database, jobs: { ...jobs, store } },
      { log, pauses: { diskFullMs: 1 } },
    );
    full.work('fill', async () => {
      isFull = true;
    });
    await full.start();
    await database.transaction((tx) => full.send(tx, 'fill', {}));
    await several;
    expect(logged).toEqual(['The job queue waits for room on the disk.']);
    isFull = false;
    await vi.waitFor(async () => expect(await full.unfinished('fill')).toEqual([]), 20_000);
    expect(logged).toHaveLength(1);
    await full.stop();
  });

  it('lets a job wait on a full disk, where its failure could not be stored', async () => {
    ran.length = 0;
    const done = once();
    await database.transaction((tx) => queue.send(tx, 'greet', { step: 'meets a full disk' }));
    await done;
    expect(ran).toEqual([
      ['meets a full disk', 0],
      ['meets a full disk', 0],
    ]);
  });

  it('keeps one waiting job per singleton key', async () => {
    ran.length = 0;
    const done = once();
    const ids = await database.transaction(async (tx) => [
      await queue.send(tx, 'greet', { step: 'single' }, { singletonKey: 'x' }),
      await queue.send(tx, 'greet', { step: 'single' }, { singletonKey: 'x' }),
    ]);
    await done;
    expect(ids).toEqual([expect.any(String), null]);
    expect(ran).toEqual([['single', 0]]);
  });

  it('aborts a running job on stop, and runs it again at the next start', async () => {
    const shared = await openEmbeddedTestDatabase();
    let begun: () => void = () => {};
    const first = createJobQueue(shared, { log: silentLog });
    const running = new Promise<void>((resolve) => {
      begun = resolve;
    });
    first.work('long', ({ signal }) => {
      begun();
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    await first.start();
    await shared.transaction((tx) => first.send(tx, 'long', { id: 7 }));
    await running;
    await first.stop();

    const second = createJobQueue(shared, { log: silentLog });
    const again = new Promise((resolve) => {
      second.work('long', async (job) => resolve([job.data, job.attempt]));
    });
    await second.start();
    expect(await again).toEqual([{ id: 7 }, 1]);
    await second.stop();
    await shared.close();
  });
});
