import { createServer } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { isDatabaseLost } from '#server/platform/database/lost-database.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { silentLog } from '#tests/support/database.ts';
import { noPostgresReason, startPostgres, type TestPostgres } from '#tests/support/postgres.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

const reason = noPostgresReason();

describe.skipIf(reason !== null)(
  `a PostgreSQL with few connections${reason === null ? '' : ` (skipped: ${reason})`}`,
  () => {
    let postgres: TestPostgres;
    let database: Database;
    let server: TestServer;
    let mira: TestUser;
    beforeAll(async () => {
      postgres = await startPostgres();
      database = await openDatabase({
        databaseUrl: postgres.url,
        databaseLimits: { poolSize: 3, waitMs: 5_000, statementMs: 60_000 },
        dataFolder: null,
        log: silentLog,
      });
      server = await createTestServer({ database });
      mira = await server.signIn();
    });
    afterAll(async () => {
      await server?.close();
      await database?.close();
      await postgres?.stop();
    });

    async function starved(work: () => Promise<void>): Promise<void> {
      let letGo = () => {};
      const held = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      let holding = 0;
      const hold = () =>
        database.transaction(async () => {
          holding += 1;
          await held;
        });
      const holders = [hold(), hold(), hold()];
      await vi.waitFor(() => expect(holding).toBe(3), { timeout: 50_000, interval: 5 });
      await work();
      letGo();
      await Promise.all(holders);
    }

    it(
      'answers calls that get no connection in time with 503 and Retry-After, signs no user out, and ' +
        'serves later calls',
      async () => {
        await starved(async () => {
          const calls = Array.from({ length: 37 }, () => mira.call('GET', '/campaigns'));
          const answers = await Promise.all([
            ...calls,
            mira.call('GET', '/check-session'),
            server.call('POST', '/login', { idToken: mira.token }),
            server.call('GET', '/healthz'),
            server.call('GET', '/readyz'),
          ]);
          expect((await server.call('GET', '/livez')).status).toBe(200);
          for (const answer of answers) {
            expect(answer.status).toBe(503);
            expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
            expect(await answer.json()).toMatchObject({ error: { code: 'unavailable' } });
          }
        });
        expect(await (await mira.call('GET', '/check-session')).json()).toMatchObject({
          isAuthenticated: true,
        });
        const answers = await Promise.all([1, 2, 3].map(() => mira.call('GET', '/campaigns')));
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      },
    );

    it('returns the connection of every transaction that fails', async () => {
      for (let count = 0; count < 10; count += 1) {
        const killed = database.transaction((tx) =>
          tx.execute('select pg_terminate_backend(pg_backend_pid())'),
        );
        expect(isDatabaseLost(await killed.catch((error: unknown) => error))).toBe(true);
      }
      const rows = await Promise.all(
        [1, 2, 3].map(() => database.transaction((tx) => tx.execute('select 1'))),
      );
      expect(rows).toHaveLength(3);
    });

    it('gives up a slow statement, which does not count as a lost connection', async () => {
      const hasty = await openDatabase({
        databaseUrl: postgres.url,
        databaseLimits: { poolSize: 1, waitMs: 50_000, statementMs: 1_000 },
        dataFolder: null,
        log: silentLog,
      });
      const late = await hasty.orm.execute('select pg_sleep(60)').catch((error: unknown) => error);
      expect((late as Error).cause).toMatchObject({ code: '57014' });
      expect(isDatabaseLost(late)).toBe(false);
      await hasty.close();
    });
  },
);

describe('a lost database', () => {
  const refusedPort = () =>
    new Promise<number>((resolve) => {
      const taken = createServer().listen(0, '127.0.0.1', () => {
        const { port } = taken.address() as { port: number };
        taken.close(() => resolve(port));
      });
    });

  it('is not confused with another service that refuses connections', async () => {
    const failure = await fetch(`http://127.0.0.1:${await refusedPort()}/`).catch((error: unknown) => error);
    expect((failure as Error).cause).toMatchObject({ code: 'ECONNREFUSED' });
    expect(isDatabaseLost(failure)).toBe(false);
  });

  it('is recognized inside other errors', () => {
    const ended = new Error('Connection terminated unexpectedly');
    expect(isDatabaseLost(new Error('Failed query', { cause: new Error('Stage', { cause: ended }) }))).toBe(
      true,
    );
    const shutDown = Object.assign(new pg.DatabaseError('terminating connection', 1, 'error'), {
      code: '57P01',
    });
    expect(isDatabaseLost(shutDown)).toBe(true);
    const unique = Object.assign(new pg.DatabaseError('duplicate key', 1, 'error'), { code: '23505' });
    expect(isDatabaseLost(unique)).toBe(false);
    expect(isDatabaseLost('Connection terminated')).toBe(false);
  });
});
