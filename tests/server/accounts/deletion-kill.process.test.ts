import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { textLimits } from '#contract/text-limits.ts';
import { createApiClient } from '#tests/support/api-client.ts';
import { databaseForProcesses, type ProcessDatabase } from '#tests/support/database.ts';
import { startWorkProcess, type WorkProcess } from '#tests/support/work-process.ts';

interface Death {
  beforeCommit?: boolean;
  table: 'users' | 'segments';
  left: number;
}

/** In the order of the steps. */
const deaths: readonly Death[] = [
  { table: 'users', left: 1 },
  { table: 'segments', left: 0 },
  { table: 'users', left: 0, beforeCommit: true },
];

let dataFolder: string;
let server: WorkProcess | null = null;
let stored: ProcessDatabase;

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'hearthscribe-deletion-kill-'));
  stored = await databaseForProcesses(dataFolder);
});
afterAll(async () => {
  await stored.drop();
  await rm(dataFolder, { recursive: true, force: true });
});
afterEach(async () => {
  await server?.kill();
  server = null;
});

it('[R7.9] the deletion of an account with much text, killed in each of its steps, goes on after a restart until nothing is left', async () => {
  const boot = async (death: Death | null) => {
    const dieAt = death && { billing: 'deleting', ...death };
    server = await startWorkProcess({
      program: 'dying',
      dataFolder,
      env: { ...stored.environment, ...(dieAt ? { DIE_AT: JSON.stringify(dieAt) } : {}) },
    });
    return server;
  };
  const first = await boot({ table: 'users', left: 1, beforeCommit: true });
  const user = createApiClient(() => server!.url, randomUUID());
  const { body: account } = await user.post('/login', { idToken: user.token });
  const sessionId = await user.newSession();
  await user.newSession();
  const line = `ANNA: ${'We meet the keeper of the lantern again. '.repeat(20)}\n`;
  const sent = await fetch(`${first.url}/sessions/${sessionId}/transcripts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
    body: line.repeat(Math.ceil((textLimits.deletedAtOnceBytes.most * 1.1) / line.length)),
  });
  expect(sent.status).toBe(201);
  const statusOf = async () => (await user.get('/campaigns')).status;
  const remove = () => user.request('DELETE', `/users/${account.userId}`).catch(() => null);

  await Promise.all([remove(), first.ended]);
  const [atOnce, ...later] = deaths;
  const second = await boot(atOnce!);
  expect(await statusOf()).toBe(200);
  await Promise.all([remove(), second.ended]);
  // It may go on, and die, before it serves.
  for (const death of later)
    await boot(death).then(
      ({ ended }) => ended,
      ({ message }: Error) => expect(message).toContain('did not start (SIGKILL)'),
    );
  const last = await boot(null);
  expect(await statusOf()).toBe(401);
  await vi.waitFor(() => expect(last.log()).toContain('account deleted'), { timeout: 60_000 });
  expect(await last.stop()).toBe(0);

  const database = await stored.open();
  const { rows: tables } = await database.orm.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const left: string[] = [];
  for (const { name } of tables) {
    const { rows } = await database.orm.execute(
      sql`select 1 from ${sql.identifier(name)} as each
        where strpos(row_to_json(each)::text, ${account.userId}) + strpos(row_to_json(each)::text, ${sessionId}) > 0`,
    );
    if (rows.length > 0) left.push(name);
  }
  await database.close();
  expect(left.toSorted()).toEqual(['credit_accounts', 'credit_lots', 'ledger']);
});
