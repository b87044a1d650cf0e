import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { createSecretBox } from '#server/platform/secret-box.ts';
import { loadSigningKeys } from '#server/stand-ins/cognito/keys.ts';
import { openTestDatabase, silentLog } from '#tests/support/database.ts';

describe('signing keys', () => {
  const secretsKey = randomBytes(32);
  let database: Database;
  let folder: string;
  beforeAll(async () => {
    database = await openTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'hearthscribe-keys-'));
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => database.orm.execute(sql`delete from installation_values`));

  const load = (key = secretsKey, options: { isAlone?: boolean } = {}) =>
    loadSigningKeys(
      {
        database: { ...database, isAlone: async () => options.isAlone ?? true },
        secrets: createSecretBox([key, secretsKey]),
        log: silentLog,
      },
      folder,
    );
  const stored = async () =>
    (await database.orm.execute<{ value: string }>(sql`select value from installation_values`)).rows[0]!
      .value;

  it('are random, the same for all processes and the next start, and encrypted', async () => {
    const [first, second] = await Promise.all([load(), load()]);
    expect(second.publicJwk).toEqual(first.publicJwk);
    expect(second.secret).toEqual(first.secret);
    expect(await stored()).not.toContain('RSA');
    await database.orm.execute(sql`delete from installation_values`);
    expect((await load()).publicJwk.n).not.toBe(first.publicJwk.n);
  });

  it('are encrypted again with a new SECRETS_KEY', async () => {
    const first = await load();
    const before = await stored();
    expect((await load(randomBytes(32))).publicJwk).toEqual(first.publicJwk);
    expect(await stored()).not.toBe(before);
  });

  it('reject another SECRETS_KEY than the running processes’, and are made again without any', async () => {
    const first = await load();
    const lost = { secrets: createSecretBox([randomBytes(32)]), log: silentLog };
    const others = { ...database, isAlone: async () => false };
    await expect(loadSigningKeys({ ...lost, database: others }, folder)).rejects.toThrow(
      'SECRETS_KEY is not that of the other Hearthscribe processes',
    );
    const alone = { ...database, isAlone: async () => true };
    const again = await loadSigningKeys({ ...lost, database: alone }, folder);
    expect(again.publicJwk).not.toEqual(first.publicJwk);
  });

  it('are taken from an earlier version’s file; a damaged one is kept', async () => {
    const path = join(folder, 'identity-keys.json');
    await writeFile(path, '{"keyId":');
    await expect(load()).rejects.toThrow(/Restore them from a backup/);
    await rm(path);
  });
});
