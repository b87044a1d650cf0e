import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { DurableFolder } from '#server/platform/database/durable-folder.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { silentLog } from '#tests/support/database.ts';

const folder = mkdtempSync(join(tmpdir(), 'hearthscribe-durable-'));
let database: Database;

beforeAll(async () => {
  database = await openDatabase({ databaseUrl: null, dataFolder: folder, log: silentLog });
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

it('writes a commit and a single statement to the disk before acknowledging it', async () => {
  const synced = vi.spyOn(DurableFolder.prototype, 'syncToFs');
  await database.orm.execute(sql`create table things (id integer)`);
  expect(synced).toHaveBeenCalled();
  await database.transaction(async (tx) => {
    await tx.execute(sql`insert into things values (1)`);
    synced.mockClear();
  });
  expect(synced).toHaveBeenCalled();
  expect(synced.mock.settledResults.every(({ type }) => type === 'fulfilled')).toBe(true);
  synced.mockRestore();
});
