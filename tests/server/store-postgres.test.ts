import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJobQueue } from '#server/jobs/queue.ts';
import { createCredits } from '#server/services/credits.ts';
import { type Database, openDatabase } from '#server/store/database.ts';
import { newId } from '#server/store/ids.ts';
import { users } from '#server/store/tables/core.ts';
import { silentLog } from '#tests/support/database.ts';
import { noPostgresReason, startPostgres, type TestPostgres } from '#tests/support/postgres.ts';
import { createTestServer } from '#tests/support/server.ts';

const reason = noPostgresReason();

describe.skipIf(reason !== null)(`real PostgreSQL${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  let postgres: TestPostgres;
  let database: Database;
  let other: Database;
  const open = () => openDatabase({ databaseUrl: postgres.url, dataFolder: null, log: silentLog });

  beforeAll(async () => {
    postgres = await startPostgres();
    // Processes that start together on an empty database: one of them makes the tables, the others wait for it.
    const [first, second, ...rest] = await Promise.all([open(), open(), open(), open()]);
    [database, other] = [first, second];
    await Promise.all(rest.map((one) => one.close()));
  });
  afterAll(async () => {
    await other?.close();
    await database?.close();
    await postgres?.stop();
  });

  it('serves the app with the same code', async () => {
    const server = await createTestServer({ database });
    const mira = await server.signIn();
    const campaign = await (await mira.call('POST', '/campaigns', { title: 'Elsewhere' })).json();
    await mira.call('POST', `/campaigns/${campaign.id}/sessions`, { playedAt: '2026-02-03T19:30:00.000Z' });
    const { campaigns } = await (await mira.call('GET', '/campaigns')).json();
    expect(campaigns).toMatchObject([{ sessionCount: 1, lastPlayedAt: '2026-02-03T19:30:00.000Z' }]);
    expect(await (await mira.call('GET', '/check-session')).json()).toMatchObject({ freeAnalysisBalance: 1 });
    await server.close();
  });

  it('of 60 reservations at once lets through what the balance covers, and each once', async () => {
    const credits = createCredits({ clock: { now: () => new Date() } });
    const userId = newId();
    await database.transaction(async (tx) => {
      await tx
        .insert(users)
        .values({ id: userId, email: userId, emailVerified: false, createdAt: new Date() });
      await credits.grant(tx, { userId, unit: 'credits', amount: 320, key: newId() });
    });
    // 50 analyses of 10 credits, ten of them asked for twice.
    const ids = Array.from({ length: 50 }, () => newId());
    const answers = await Promise.all(
      [...ids, ...ids.slice(0, 10)].map((analysisId, index) =>
        (index % 2 === 0 ? database : other)
          .transaction((tx) =>
            credits.reserve(tx, { userId, analysisId, costCredits: 10, durationSeconds: 60 }),
          )
          .then(() => analysisId)
          .catch(() => null),
      ),
    );
    expect(new Set(answers.filter((id) => id !== null)).size).toBe(32);
    expect(await credits.balance(database.orm, userId)).toEqual({ credits: 0, freeAnalyses: 0 });
  });

  it('tells every process, also after the listening connection was lost', async () => {
    const heard: string[] = [];
    let resolve = () => {};
    const next = () =>
      new Promise<void>((done) => {
        resolve = done;
      });
    const stop = await other.listen('news', (payload) => {
      heard.push(payload);
      resolve();
    });
    let told = next();
    await database.transaction((tx) => database.notify(tx, 'news', 'first'));
    await told;
    told = next();
    await database.orm.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %news%'`,
    );
    await told;
    told = next();
    await database.notify(database.orm, 'news', 'second');
    await told;
    expect(heard).toEqual(['first', '', 'second']);
    await stop();
  });

  it('runs jobs, and takes back those of a process that died', async () => {
    const [alone] = await Promise.all([open(), other.close(), database.close()]);
    const queue = createJobQueue(alone, { log: silentLog });
    queue.work('greet', async () => undefined);
    await queue.start();
    await queue.stop();
    // As a killed process leaves it: active, and nobody works on it.
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(
      `insert into pgboss.job (name, data, state, started_on, retry_limit, policy) values ('greet', '{"to":"me"}', 'active', now(), 50, 'short')`,
    );
    await client.end();
    const again = createJobQueue(alone, { log: silentLog });
    const ran = new Promise((done) => {
      again.work('greet', async ({ data, attempt }) => done([data, attempt]));
    });
    await again.start();
    expect(await ran).toEqual([{ to: 'me' }, 1]);
    await again.stop();
    await alone.close();
    [database, other] = await Promise.all([open(), open()]);
  });

  it('says in one line when it cannot be reached, without the password', async () => {
    const url = new URL(postgres.url);
    url.password = 'hush-hush';
    url.port = '1';
    const failure = openDatabase({ databaseUrl: url.href, dataFolder: null, log: silentLog });
    await expect(failure).rejects.toThrow(/^The database of DATABASE_URL cannot be reached: [^\n]+$/);
    await expect(failure).rejects.not.toThrow('hush-hush');
  });
});
