import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { createRateLimit } from '#server/platform/rate-limit.ts';
import { openEmbeddedTestDatabase, silentLog } from '#tests/support/database.ts';
import { noPostgresReason, startPostgres, type TestPostgres } from '#tests/support/postgres.ts';
import { manualClock } from '#tests/support/server.ts';

const reason = noPostgresReason();
const waitMs = { timeout: 50_000, interval: 20 };

/** Two processes on PostgreSQL, or the one on an embedded database. */
const kinds: {
  name: string;
  isSkipped: boolean;
  open(): Promise<[Database, Database, () => Promise<void>]>;
}[] = [
  {
    name: 'one process on the embedded database',
    isSkipped: false,
    async open() {
      const database = await openEmbeddedTestDatabase();
      return [database, database, () => database.close()];
    },
  },
  {
    name: `two processes on a PostgreSQL${reason === null ? '' : ` (skipped: ${reason})`}`,
    isSkipped: reason !== null,
    async open() {
      const postgres: TestPostgres = await startPostgres();
      const open = () => openDatabase({ databaseUrl: postgres.url, dataFolder: null, log: silentLog });
      const [first, second] = [await open(), await open()];
      return [
        first,
        second,
        async () => {
          await first.close();
          await second.close();
          await postgres.stop();
        },
      ];
    },
  },
];

describe.each(kinds.filter(({ isSkipped }) => !isSkipped))('$name', ({ open }) => {
  let first: Database;
  let second: Database;
  let close: () => Promise<void>;
  beforeAll(async () => {
    [first, second, close] = await open();
  });
  afterAll(() => close());

  it('run work with the same key one after another, with other keys at once', async () => {
    const steps: string[] = [];
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const running = first.locks.run('a', async () => {
      steps.push('first begins');
      await ended;
      steps.push('first ends');
    });
    await vi.waitFor(() => expect(steps).toEqual(['first begins']), waitMs);
    const waiting = second.locks.run('a', async () => void steps.push('second'));
    await second.locks.run('b', async () => void steps.push('another key'));
    end();
    await Promise.all([running, waiting]);
    expect(steps).toEqual(['first begins', 'another key', 'first ends', 'second']);
  });

  it('notify the holder of a wanted lock, and stop waiting when aborted', async () => {
    let release = async () => {};
    const wanted = new Promise<void>((resolve) => {
      void first.locks.take('c', { onWanted: resolve }).then((released) => {
        release = released;
      });
    });
    await vi.waitFor(() => expect(release.name).toBe(''), waitMs);
    const impatient = new AbortController();
    const given = second.locks.take('c', { signal: impatient.signal });
    await wanted;
    impatient.abort(new Error('gone'));
    await expect(given).rejects.toThrow();
    const next = second.locks.take('c');
    await release();
    await (await next)();
  });

  it('take many keys at once with one query at a time on a connection', async () => {
    const { query } = pg.Client.prototype;
    const asking = new Map<pg.Client, number>();
    let most = 0;
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...given: unknown[]
    ) {
      const now = (asking.get(this) ?? 0) + 1;
      asking.set(this, now);
      most = Math.max(most, now);
      const answer: unknown = Reflect.apply(query, this, given);
      void Promise.resolve(answer)
        .catch(() => undefined)
        .finally(() => asking.set(this, now - 1));
      return answer;
    });
    await Promise.all(['e', 'f', 'g', 'h'].map((key) => first.locks.run(key, async () => undefined)));
    spy.mockRestore();
    expect(most).toBeLessThanOrEqual(1);
  });

  it('release a lock when its work fails', async () => {
    await expect(first.locks.run('d', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await second.locks.run('d', async () => 'yes')).toBe('yes');
  });

  it.each([
    ['one by one', 1],
    ['in advance', 4],
  ])('count the uses of a limit together, %s', async (_, ahead) => {
    const clock = manualClock(new Date('2026-03-14T12:00:00Z'));
    const limit = { count: 8, windowMs: 60_000, ahead };
    const limits = [first, second].map((database) =>
      createRateLimit({ database, clock }, `test ${ahead}`, limit),
    );
    const use = async (times: number) => {
      const waits: number[] = [];
      for (let time = 0; time < times; time += 1) waits.push(await limits[time % 2]!.waitFor('mira'));
      return waits;
    };
    expect(await use(8)).toEqual(Array(8).fill(0));
    clock.advance(20_000);
    expect(await use(4)).toEqual([40, 40, 40, 40]);
    await expect(limits[0]!.enforce('mira')).rejects.toMatchObject({
      code: 'tooManyRequests',
      waitSeconds: 40,
    });
    expect(await limits[0]!.waitFor('tom')).toBe(0);
    clock.advance(40_000);
    expect(await use(8)).toEqual(Array(8).fill(0));
    expect(await limits[1]!.waitFor('mira')).toBe(60);
  });

  it('reserve once for calls that come at the same moment, as after a pause', async () => {
    const clock = manualClock(new Date('2026-03-14T12:00:00Z'));
    const limit = { count: 100, windowMs: 60_000, ahead: 20 };
    const { waitFor } = createRateLimit({ database: first, clock }, 'moment', limit);
    const waits = await Promise.all(Array.from({ length: 60 }, () => waitFor('mira')));
    expect(waits).toEqual(Array(60).fill(0));
    expect(await waitFor('mira')).toBe(0);
  });
});

describe.skipIf(reason !== null)('a process that loses its connection', () => {
  it('loses its locks to others, and is notified', async () => {
    const postgres = await startPostgres();
    const open = () => openDatabase({ databaseUrl: postgres.url, dataFolder: null, log: silentLog });
    const [first, second] = [await open(), await open()];
    let isLost = false;
    const release = await first.locks.take('e', {
      onWanted: () => {
        isLost = true;
      },
    });
    await second.orm.execute(
      `select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
        where l.locktype = 'advisory' and d.datname = current_database()`,
    );
    await vi.waitFor(() => expect(isLost).toBe(true), waitMs);
    const releaseSecond = await second.locks.take('e');
    await release();
    await releaseSecond();
    await first.close();
    await second.close();
    await postgres.stop();
  });
});
