import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { createJobQueue, type Job, type QueueSettings } from '#server/platform/job-queue.ts';
import { silentLog } from '#tests/support/database.ts';
import { noPostgresReason, startPostgres, type TestPostgres } from '#tests/support/postgres.ts';

const reason = noPostgresReason();
const waitMs = { timeout: 55_000, interval: 20 };

interface Task {
  user: string;
  name: string;
}

describe.skipIf(reason !== null)(
  `job queues on one PostgreSQL${reason === null ? '' : ` (skipped: ${reason})`}`,
  () => {
    let postgres: TestPostgres;
    let database: Database;
    const close: (() => Promise<void>)[] = [];
    beforeAll(async () => {
      postgres = await startPostgres();
      database = await openDatabase({ databaseUrl: postgres.url, dataFolder: null, log: silentLog });
    });
    beforeEach(() => database.orm.execute('drop schema if exists pgboss cascade'));
    afterEach(() => stopAll());
    afterAll(async () => {
      await database.close();
      await postgres.stop();
    });

    /** Its jobs run until the test ends them. */
    async function startProcess(settings: QueueSettings, options: { takesWork?: boolean } = {}) {
      const own = await openDatabase({ databaseUrl: postgres.url, dataFolder: null, log: silentLog });
      const queue = createJobQueue(own, { log: silentLog });
      const running = new Map<string, { job: Job<Task>; end: () => void }>();
      const begun: string[] = [];
      queue.work<Task>(
        'task',
        (job) =>
          new Promise((resolve, reject) => {
            const { name } = job.data;
            begun.push(name);
            running.set(name, {
              job,
              end: () => {
                running.delete(name);
                resolve();
              },
            });
            job.signal.addEventListener('abort', () => reject(job.signal.reason));
          }),
        settings,
      );
      await queue.start(options);
      const stop = async () => {
        await queue.stop();
        await own.close();
      };
      close.push(stop);
      return { queue, running, begun, stop };
    }
    type Process = Awaited<ReturnType<typeof startProcess>>;
    const stopAll = async () => {
      for (const stop of close.splice(0)) await stop();
    };

    const send = ({ queue }: Process, ...tasks: string[]) =>
      database.transaction(async (tx) => {
        for (const name of tasks) {
          const user = name.split(' ')[0]!;
          await queue.send(tx, 'task', { user, name }, { owner: user });
        }
      });

    it('alternate users: forty jobs of one user, the first of them endless, do not delay another user', async () => {
      const one = await startProcess({ concurrency: 1, isShared: true });
      const forty = Array.from({ length: 40 }, (_, index) => `mira ${index}`);
      await send(one, ...forty);
      // Both slots ask at once, so it may be the user's second job.
      await vi.waitFor(() => expect(one.begun).toEqual([expect.stringMatching(/^mira [01]$/)]), waitMs);
      await send(one, 'tom 0', 'tom 1');
      // One more job runs, of a user who has none.
      await vi.waitFor(() => expect(one.begun.slice(1)).toEqual(['tom 0']), waitMs);
      // From then on the users take turns.
      await send(one, 'kai 0', 'kai 1');
      const others = ['tom 0', 'tom 1', 'kai 0', 'kai 1'];
      while (!others.every((name) => one.begun.includes(name))) {
        await vi.waitFor(() => expect(one.running.size).toBeGreaterThan(0), waitMs);
        [...one.running.values()][0]!.end();
      }
      expect(one.begun.filter((name) => name.startsWith('mira')).length).toBeLessThanOrEqual(5);
    });

    it('leave jobs of a newer version to newer processes, and still run older ones', async () => {
      const older = await startProcess({ version: 1 });
      const newer = await startProcess({ version: 2 }, { takesWork: false });
      await send(newer, 'new 0');
      await send(older, 'old 0');
      await vi.waitFor(() => expect(older.begun).toEqual(['old 0']), waitMs);
      expect(older.running.get('old 0')!.job.version).toBe(1);
      older.running.get('old 0')!.end();
      await send(older, 'old 1');
      await vi.waitFor(() => expect(older.begun).toEqual(['old 0', 'old 1']), waitMs);
      expect(await older.queue.unfinished('task')).toHaveLength(2);
      const worker = await startProcess({ version: 2 });
      await vi.waitFor(() => expect(worker.begun).toEqual(['new 0']), waitMs);
      expect(worker.running.get('new 0')!.job.version).toBe(2);
      await send(older, 'old 2');
      worker.running.get('new 0')!.end();
      older.running.get('old 1')!.end();
      await vi.waitFor(() => expect([...older.begun, ...worker.begun]).toContain('old 2'), waitMs);
      await stopAll();
    });

    it('give a job that was moved from the embedded database a heartbeat, so that it goes on elsewhere when its process ends', async () => {
      const sender = await startProcess({}, { takesWork: false });
      await send(sender, 'moved 0');
      await database.orm.execute('update pgboss.job set heartbeat_seconds = null');
      const worker = await startProcess({});
      await vi.waitFor(() => expect(worker.begun).toEqual(['moved 0']), waitMs);
      const { rows } = await database.orm.execute('select heartbeat_seconds, heartbeat_on from pgboss.job');
      expect(rows).toEqual([{ heartbeat_seconds: 10, heartbeat_on: expect.anything() }]);
    });

    it('run recurring work at a start, once in all processes, and queue the next time', async () => {
      const runs: string[] = [];
      const start = async (name: string) => {
        const own = await openDatabase({ databaseUrl: postgres.url, dataFolder: null, log: silentLog });
        const queue = createJobQueue(own, { log: silentLog });
        queue.every('clean', 3600, async () => void runs.push(name));
        await queue.start();
        close.push(async () => {
          await queue.stop();
          await own.close();
        });
        return queue;
      };
      const first = await start('first');
      await vi.waitFor(() => expect(runs).toHaveLength(1), waitMs);
      await vi.waitFor(async () => expect(await first.unfinished('clean')).toHaveLength(1), waitMs);
      await start('second');
      await vi.waitFor(() => expect(runs).toHaveLength(2), waitMs);
      await vi.waitFor(async () => expect(await first.unfinished('clean')).toHaveLength(1), waitMs);
      await stopAll();
    });
  },
);
