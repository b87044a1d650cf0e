import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isNull } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { reconcileBooks } from '#contract/reconciliation.ts';
import { billingEvents } from '#server/billing/tables.ts';
import { askServer } from '#server/commands/running-server.ts';
import { ledger } from '#server/credits/tables.ts';
import { readOperatorKey } from '#server/platform/operator-key.ts';
import { createApiClient } from '#tests/support/api-client.ts';
import { databaseForProcesses, type ProcessDatabase } from '#tests/support/database.ts';
import { startWorkProcess, type WorkProcess } from '#tests/support/work-process.ts';

let folder: string;
let server: WorkProcess | null = null;
let stored: ProcessDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-billing-kill-'));
  stored = await databaseForProcesses(folder);
});
afterAll(async () => {
  await stored.drop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(async () => {
  await server?.kill();
  server = null;
});

async function boot(dieAt: object | null = null): Promise<WorkProcess> {
  server = await startWorkProcess({
    program: 'dying',
    dataFolder: folder,
    env: { ...stored.environment, ...(dieAt === null ? {} : { DIE_AT: JSON.stringify(dieAt) }) },
  });
  return server;
}

describe('kill -9', () => {
  it('between payment and webhook, and between webhook and commit: grants the credits once after the restart', async () => {
    const { url } = await boot({ billing: 'paid' });
    const user = createApiClient(() => server!.url, randomUUID());
    await user.login();
    const { body } = await user.post('/stripe-checkout', { userAgent: 'a browser', quantity: 5 });
    const page = new URL(new URL(body.checkout_url).pathname, url);
    const form = new URLSearchParams({ choice: 'pay' });
    await fetch(page, { method: 'POST', body: form, headers: { origin: page.origin } }).catch(() => null);
    await server!.ended;

    await boot({ billing: 'takenIn', beforeCommit: true }).catch(() => null);
    await server!.ended;

    await boot();
    await vi.waitFor(
      async () => expect((await user.get('/check-session')).body).toMatchObject({ userCreditBalance: 500 }),
      { timeout: 120_000, interval: 100 },
    );
    expect((await user.get(`/account/checkouts/${body.checkout_id}`)).body).toMatchObject({
      state: 'paid',
      credits: 500,
    });
    const key = (await readOperatorKey(folder))!;
    expect(await askServer(server!.url, key, reconcileBooks, { mend: false })).toMatchObject({
      checked: { checkouts: 1, payments: 1 },
      differences: [],
    });
    await server!.stop();
    const database = await stored.open();
    const rows = await database.orm.select().from(ledger);
    expect(rows.filter(({ kind }) => kind === 'purchase').map(({ delta }) => delta)).toEqual([500]);
    expect(await database.orm.$count(billingEvents, isNull(billingEvents.processedAt))).toBe(0);
    await database.close();
  }, 60_000);
});
