import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/accounts/tables.ts';
import type { Database } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { openEmbeddedTestDatabase, openTestDatabase } from '#tests/support/database.ts';

describe.each([
  ['embedded database', openEmbeddedTestDatabase],
  ['database of most tests', openTestDatabase],
])('%s', (_, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const someone = () => ({
    id: newId(),
    email: `${newId()}@example.org`,
    emailVerified: true,
    createdAt: new Date('2026-01-02T03:04:05.678Z'),
  });

  it('keeps a committed transaction, with times to the millisecond', async () => {
    const user = someone();
    await database.transaction(async (tx) => {
      await tx.insert(users).values(user);
    });
    const rows = await database.orm.select().from(users).where(sql`id = ${user.id}`);
    expect(rows).toEqual([{ ...user, name: null, isAlphaTester: false, sourceInfo: null }]);
  });

  it('rolls back a transaction that throws', async () => {
    const user = someone();
    await expect(
      database.transaction(async (tx) => {
        await tx.insert(users).values(user);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await database.orm.select().from(users).where(sql`id = ${user.id}`)).toEqual([]);
  });

  it('rejects the outer handle inside a transaction instead of hanging', async () => {
    await expect(
      database.transaction(async () => {
        await database.orm.select().from(users);
      }),
    ).rejects.toThrow();
    expect(await database.orm.execute(sql`select 1 as one`)).toMatchObject({ rows: [{ one: 1 }] });
  });

  it('notifies listeners when the transaction commits, and not when it fails', async () => {
    const heard: string[] = [];
    let resolve = () => {};
    const second = new Promise<void>((done) => {
      resolve = done;
    });
    const stop = await database.listen('news', (payload) => {
      heard.push(payload);
      if (payload === 'last') resolve();
    });
    await database.transaction((tx) => database.notify(tx, 'news', 'committed'));
    await database
      .transaction(async (tx) => {
        await database.notify(tx, 'news', 'taken back');
        throw new Error('no');
      })
      .catch(() => undefined);
    await database.notify(database.orm, 'news', 'last');
    await second;
    expect(heard).toEqual(['committed', 'last']);
    await stop();
  });
});
