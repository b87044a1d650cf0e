import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Driver } from '#server/platform/database/database.ts';
import { openEmbedded } from '#server/platform/database/embedded.ts';
import { type Migration, migrate, readMigrations } from '#server/platform/database/migrate.ts';
import { preparedDump, silentLog } from '#tests/support/database.ts';

describe('migrations', () => {
  let driver: Driver;
  beforeAll(async () => {
    driver = await openEmbedded(null, silentLog, await preparedDump());
  });
  afterAll(() => driver.close());

  const built = readMigrations();
  const migration = (name: string, text: string): Migration => ({ name, text, hash: `hash of ${text}` });
  const ran = async () =>
    (await driver.scriptTransaction(({ query }) => query('select name from migrations order by name'))).map(
      ({ name }) => name,
    );

  it('are numbered without gaps or repetition, and run once', async () => {
    expect(built.map(({ name }) => Number(name.slice(0, 4)))).toEqual(built.map((_, index) => index + 1));
    await migrate(driver);
    expect(await ran()).toEqual(built.map(({ name }) => name));
  });

  it('run all or none: where one fails, those before it are taken back', async () => {
    const failing = [
      ...built,
      migration('9001_good', 'create table good (id integer)'),
      migration('9002_bad', 'create table good (id integer)'),
    ];
    await expect(migrate(driver, failing)).rejects.toThrow('already exists');
    expect(await ran()).toEqual(built.map(({ name }) => name));
  });

  it('refuse a database of a newer version, and one of another text', async () => {
    await expect(migrate(driver, built.slice(0, -1))).rejects.toThrow(
      `The database was created by a newer version of Hearthscribe (it has "${built.at(-1)?.name}"). Start that version.`,
    );
    const changed = built.map((one, index) => (index === 0 ? { ...one, hash: 'another' } : one));
    await expect(migrate(driver, changed)).rejects.toThrow(
      'a different version of the migration "0001_core"',
    );
  });
});
