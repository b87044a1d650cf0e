import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { type BillingServer, createBillingServer, operatorKey } from '#tests/support/billing-server.ts';
import { silentLog } from '#tests/support/database.ts';
import { noPostgresReason, startPostgres, type TestPostgres } from '#tests/support/postgres.ts';

const reason = noPostgresReason();

describe.skipIf(reason !== null)(`on PostgreSQL${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  let postgres: TestPostgres;
  let database: Database;
  let server: BillingServer;

  beforeAll(async () => {
    postgres = await startPostgres();
    database = await openDatabase({ databaseUrl: postgres.url, dataFolder: null, log: silentLog });
    server = await createBillingServer({ database });
    await server.start();
  });
  afterAll(async () => {
    await server.close();
    await database.close();
    await postgres.stop();
  });

  it('processes every event twice and all at once: each payment grants its credits once', async () => {
    const user = await server.signIn();
    await Promise.all([server.pay(user, { quantity: 5 }), server.pay(user, { tier: 'STANDARD' })]);
    const [subscription] = await server.subscriptionsOf(user);
    await server.standIn.changePlan(subscription!, 'PRO');
    const events = (await server.standIn.events(1000)).map(({ id }) => id);
    await Promise.all(
      [...events, ...events].map((id) => server.standIn.deliver({ only: [id], again: true })),
    );
    expect(await server.balance(user)).toBe(500 + 750 + 1250);
    const report = await server.call(
      'POST',
      '/operator/reconciliation',
      {},
      { 'x-operator-key': operatorKey },
    );
    expect(await report.json()).toMatchObject({ checked: { payments: 3 }, differences: [] });
  });
});
