import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Driver } from '#server/platform/database/database.ts';
import { openEmbedded } from '#server/platform/database/embedded.ts';
import { type Migration, migrate, readMigrations } from '#server/platform/database/migrate.ts';
import { preparedDump, silentLog } from '#tests/support/database.ts';

/** Since then, processes of two versions may run side by side. */
const expandOnly = readMigrations().slice(28);
const takingAway =
  /\b(drop (table|column|constraint|not null)|rename|set not null|alter column \w+ (set data )?type|add constraint)\b/i;
const addsRequired = (statement: string) =>
  /\badd column\b/i.test(statement) && /not null/i.test(statement) && !/\bdefault\b/i.test(statement);

function takesAway({ text, isContract }: Migration): boolean {
  const statements = text.replace(/--.*$/gm, '').split(';');
  return !isContract && statements.some((one) => takingAway.test(one) || addsRequired(one));
}

describe('migrations', () => {
  let driver: Driver;
  beforeAll(async () => {
    driver = await openEmbedded(null, silentLog, { prepared: await preparedDump() });
  });
  afterAll(() => driver.close());

  const built = readMigrations();
  const migration = (name: string, text: string): Migration => ({
    name,
    text,
    hash: `hash of ${text}`,
    isContract: text.startsWith('-- contract:'),
  });
  const ran = async () =>
    (await driver.scriptTransaction(({ query }) => query('select name from migrations order by name'))).map(
      ({ name }) => name,
    );

  it('are numbered without gaps or repetition, and run once', async () => {
    expect(built.map(({ name }) => Number(name.slice(0, 4)))).toEqual(built.map((_, index) => index + 1));
    await migrate(driver);
    expect(await ran()).toEqual(built.map(({ name }) => name));
  });

  it('run all or none: a failure rolls back the previous ones', async () => {
    const failing = [
      ...built,
      migration('9001_good', 'create table good (id integer)'),
      migration('9002_bad', 'create table good (id integer)'),
    ];
    await expect(migrate(driver, failing)).rejects.toThrow('already exists');
    expect(await ran()).toEqual(built.map(({ name }) => name));
  });

  it('let an earlier version start beside a newer one, until that removes what the earlier one used', async () => {
    const added = migration('9001_added', 'create table added_later (id integer)');
    await migrate(driver, [...built, added]);
    await migrate(driver, built);
    const contract = migration('9002_taken', '-- contract: nothing reads it.\ndrop table added_later');
    await migrate(driver, [...built, added, contract]);
    await expect(migrate(driver, built)).rejects.toThrow(
      'The database was created by a newer version of Hearthscribe (it has "9002_taken"). Start that version.',
    );
    await driver.scriptTransaction(({ script }) => script("delete from migrations where name like '9%'"));
  });

  it('only add, or are marked as the contract step of a later release', () => {
    expect(expandOnly.filter(takesAway).map(({ name }) => name)).toEqual([]);
  });

  it.each([
    'drop table users',
    'alter table users drop column name',
    'alter table users rename column name to title',
    'alter table users add column age integer not null',
    'alter table users alter column name set not null',
    'alter table users alter column name type integer',
    'alter table users add constraint one unique (name)',
  ])('detect removals: %s', (text) => {
    expect(takesAway(migration('9001_text', `create table more (id integer not null);\n${text};`))).toBe(
      true,
    );
    expect(takesAway(migration('9001_text', `-- contract: later.\n${text};`))).toBe(false);
  });

  it('reject a database with another text', async () => {
    const changed = built.map((one, index) => (index === 0 ? { ...one, hash: 'another' } : one));
    await expect(migrate(driver, changed)).rejects.toThrow(
      'a different version of the migration "0001_core"',
    );
  });
});
