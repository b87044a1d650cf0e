import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findLedgerFaults } from '#server/credits/ledger-checks.ts';
import type { Database } from '#server/platform/database/database.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { createJobQueue } from '#server/platform/job-queue.ts';
import { silentLog } from '#tests/support/database.ts';
import { noPostgresReason, startPostgres, type TestPostgres } from '#tests/support/postgres.ts';
import { createTestServer } from '#tests/support/server.ts';
import { spendAtOnce } from '#tests/support/spend-at-once.ts';
import { createStandInBench } from '#tests/support/stand-in-bench.ts';
import { createSubscriptionBench, type SubscriptionBench } from '#tests/support/subscription-bench.ts';

const reason = noPostgresReason();

describe.skipIf(reason !== null)(`real PostgreSQL${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  let postgres: TestPostgres;
  let database: Database;
  let other: Database;
  const open = () => openDatabase({ databaseUrl: postgres.url, dataFolder: null, log: silentLog });

  beforeAll(async () => {
    postgres = await startPostgres();
    const [first, second, ...rest] = await Promise.all([open(), open(), open(), open()]);
    [database, other] = [first, second];
    await Promise.all(rest.map((one) => one.close()));
  });
  afterAll(async () => {
    await other?.close();
    await database?.close();
    await postgres?.stop();
  });

  it('pays a checkout at the Stripe stand-in once, however many processes pay it at once', async () => {
    const [bench, elsewhere] = [createStandInBench(database), createStandInBench(other)];
    const { id: customer } = await bench.customer();
    const { id } = await bench.purchase(customer);
    const tries = await Promise.allSettled(
      [bench, elsewhere, bench, elsewhere].map(({ standIn }) => standIn.pay(id)),
    );
    expect(tries.map(({ status }) => status).toSorted()).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
    ]);
    expect((await elsewhere.stripe.charges.list({ customer })).data).toHaveLength(1);
    await database.orm.execute('truncate stand_in_objects, stand_in_events');
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

  it('[D1] of 300 simultaneous spends of 7 credits from four pools, exactly the 188 that are covered succeed', async () => {
    const more = await Promise.all([open(), open()]);
    const done = await spendAtOnce([database, other, ...more], {
      lots: [1016, 100, 200],
      cost: 7,
      count: 300,
    });
    await Promise.all(more.map((one) => one.close()));
    expect(done).toMatchObject({ succeeded: 188, refused: 112, balance: 0 });
    const { rows } = await database.orm.execute(sql`
      select left_over::int as left_over, count(*)::int as lots from (
        select sum(delta) as left_over from ledger where user_id = ${done.userId} group by coalesce(lot_id, id)
      ) as lots group by 1`);
    expect(rows).toEqual([{ left_over: 0, lots: 3 }]);
    expect(await findLedgerFaults(database.orm)).toEqual([]);
  });

  it('[R9.3] processes each change of a subscription once, even in two processes at once', async () => {
    const one = createSubscriptionBench(database, new Date());
    const two = createSubscriptionBench(other, new Date(), one);
    const both = (work: (bench: SubscriptionBench) => Promise<void>) =>
      Promise.all([one, two, one, two].map(work));
    const userId = await one.someone();
    const { id, latestInvoiceId } = one.stripe.subscribe(userId, 'PRO');
    await both((bench) => bench.takeInInvoice(latestInvoiceId!));
    one.stripe.renew(id, false);
    await both((bench) => bench.takeIn(id));
    one.clock.advance(13 * 86_400_000);
    await both((bench) => bench.keepHouse());
    await both((bench) => bench.work());
    expect(await one.balance(userId)).toBe(2000);
    expect(one.lettersTo(userId)).toHaveLength(1);
    one.clock.advance(86_400_000);
    await both((bench) => bench.keepHouse());
    expect(await one.row(id)).toMatchObject({ state: 'ended' });
    expect(one.lettersTo(userId)).toHaveLength(2);
  });

  it('notifies every process, even after the listening connection was lost', async () => {
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

  it('runs jobs, and takes over those of a dead process', async () => {
    const [alone] = await Promise.all([open(), other.close(), database.close()]);
    const queue = createJobQueue(alone, { log: silentLog });
    queue.work('greet', async () => undefined);
    await queue.start();
    await queue.stop();
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

  it('reports in one line that it is unreachable, without the password', async () => {
    const url = new URL(postgres.url);
    url.password = 'hush-hush';
    url.port = '1';
    const failure = openDatabase({ databaseUrl: url.href, dataFolder: null, log: silentLog });
    await expect(failure).rejects.toThrow(/^The database at DATABASE_URL cannot be reached: [^\n]+$/);
    await expect(failure).rejects.not.toThrow('hush-hush');
  });
});
