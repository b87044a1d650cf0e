import { AsyncResource } from 'node:async_hooks';
import { asc, eq, sql } from 'drizzle-orm';
import { bigint, boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { createStatementNames } from '#server/platform/database/repeated-statements.ts';
import { openEmbeddedTestDatabase, silentLog } from '#tests/support/database.ts';
import { noPostgresReason, startPostgres } from '#tests/support/postgres.ts';

const things = pgTable('repeated_things', {
  id: integer('id').primaryKey(),
  uuid: uuid('uuid'),
  title: text('title').notNull(),
  isGood: boolean('is_good'),
  big: bigint('big', { mode: 'number' }),
  facts: jsonb('facts').$type<{ names: string[] }>(),
  words: text('words').array(),
  at: timestamp('at', { withTimezone: true }),
});

const thisFile = new AsyncResource('test');

const full = {
  id: 1,
  uuid: '018f0000-0000-7000-8000-000000000000',
  title: 'Quotes " and \' and \\ and 火',
  isGood: true,
  big: 9_007_199_254_740_991,
  facts: { names: ['Mira', 'Oona'] },
  words: ['a "b"', 'c,d', ''],
  at: new Date('2026-03-01T12:34:56.789Z'),
};
const empty = { id: 2, uuid: null, title: '', isGood: null, big: null, facts: null, words: null, at: null };

describe('names of repeated statements', () => {
  it('are assigned after three uses, and stay the same', () => {
    const nameOf = createStatementNames();
    const names = Array.from({ length: 5 }, () => nameOf('select 1'));
    expect(names).toEqual([undefined, undefined, undefined, 'hearthscribe_1', 'hearthscribe_1']);
  });

  it('are assigned to at most 200 statements', () => {
    const nameOf = createStatementNames();
    for (let round = 0; round < 4; round += 1)
      for (let index = 0; index < 300; index += 1) nameOf(`select ${index}`);
    expect([nameOf('select 0'), nameOf('select 299')]).toEqual(['hearthscribe_1', undefined]);
  });
});

const reason = noPostgresReason();
const kinds: { kind: Database['kind']; skip: string | null }[] = [
  { kind: 'embedded', skip: null },
  { kind: 'server', skip: reason },
];

describe.each(kinds)('repeated statements, $kind', ({ kind, skip }) => {
  let database: Database;
  let stop = async () => {};
  beforeAll(async () => {
    if (skip !== null) return;
    if (kind === 'embedded') database = await openEmbeddedTestDatabase();
    else {
      const postgres = await startPostgres();
      stop = postgres.stop;
      database = await openDatabase({ databaseUrl: postgres.url, dataFolder: null, log: silentLog });
    }
    await database.orm.execute(
      sql`create table repeated_things (id int primary key, uuid uuid, title text not null, is_good boolean, big bigint, facts jsonb, words text[], at timestamptz)`,
    );
  });
  afterAll(async () => {
    await database?.close();
    await stop();
  });
  const run = skip === null ? it : it.skip;
  const read = () => database.orm.select().from(things).orderBy(asc(things.id));

  run(
    `give the same values as the first time, of all types${skip === null ? '' : ` (${skip})`}`,
    async () => {
      for (let time = 0; time < 6; time += 1) {
        await database.orm.delete(things);
        const inserted = await database.orm.insert(things).values([full, empty]).returning();
        expect(inserted).toEqual([full, empty]);
        expect(await read()).toEqual([full, empty]);
      }
    },
  );

  run('are prepared', async () => {
    for (let time = 0; time < 5; time += 1) await read();
    const { rows } = await database.orm.execute(
      sql`select count(*)::int as prepared from pg_prepared_statements where statement like '%repeated_things%'`,
    );
    expect(Number(rows[0]?.prepared)).toBeGreaterThan(0);
  });

  run('refuse a second row with one key as the first time, and go on', async () => {
    await database.orm.delete(things);
    const insert = () => database.orm.insert(things).values(empty).returning({ id: things.id });
    expect(await insert()).toEqual([{ id: 2 }]);
    for (let time = 0; time < 6; time += 1)
      await expect(insert()).rejects.toMatchObject({ cause: { code: '23505' } });
    expect(await read()).toEqual([empty]);
  });

  run('inside a transaction see its rows, and are rolled back with it', async () => {
    const title = (orm: Database['orm']) =>
      orm.select({ title: things.title }).from(things).where(eq(things.id, 2));
    for (let time = 0; time < 6; time += 1) {
      const given = database.transaction(async (tx) => {
        await tx
          .update(things)
          .set({ title: `inside ${time}` })
          .where(eq(things.id, 2))
          .returning();
        expect(await title(tx)).toEqual([{ title: `inside ${time}` }]);
        throw new Error('taken back');
      });
      await expect(given).rejects.toThrow('taken back');
      expect(await title(database.orm)).toEqual([{ title: '' }]);
    }
  });

  run('outside wait for a transaction that is open, and do not become part of it', async () => {
    for (let time = 0; time < 6; time += 1) await read();
    let outside: Promise<unknown> = Promise.resolve();
    await database
      .transaction(async (tx) => {
        await tx.update(things).set({ title: 'not committed' }).where(eq(things.id, 2));
        outside = thisFile.runInAsyncScope(async () =>
          database.orm.update(things).set({ isGood: true }).where(eq(things.id, 2)).returning(),
        );
        await tx.select().from(things);
        throw new Error('taken back');
      })
      .catch(() => undefined);
    await outside;
    expect(await read()).toEqual([{ ...empty, isGood: true }]);
  });

  run('go on when the table gets another column', async () => {
    for (let time = 0; time < 6; time += 1) await database.orm.select({ id: things.id }).from(things);
    await database.orm.execute(sql`alter table repeated_things add column more text`);
    expect(await database.orm.select({ id: things.id }).from(things)).toEqual([{ id: 2 }]);
  });
});
