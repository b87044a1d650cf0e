import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { openDiskFiles } from '#server/platform/files/disk-files.ts';
import { StartError } from '#server/platform/start-error.ts';
import { audioFolders } from '#server/recordings/audio-files.ts';
import { checkStore } from '#server/recordings/check-store.ts';
import { openTestDatabase } from '#tests/support/database.ts';

describe('recordings and their database', () => {
  let root: string;
  const databases: Database[] = [];
  const warnings: unknown[] = [];
  const log = { warn: (...words: unknown[]) => void warnings.push(words) };

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'hearthscribe-store-'));
    warnings.length = 0;
  });
  afterEach(async () => {
    for (const database of databases.splice(0)) await database.close();
    await rm(root, { recursive: true, force: true });
  });

  async function newDatabase(): Promise<Database> {
    const database = await openTestDatabase();
    databases.push(database);
    return database;
  }
  const folder = (name: string) => join(root, name);
  const check = (database: Database, name: string) =>
    checkStore({ database, store: openDiskFiles(folder(name), audioFolders), log }, folder(name));
  const record = (name: string) => writeFile(join(folder(name), 'audio', randomUUID()), 'sound');

  it('belong together from the first start on', async () => {
    const database = await newDatabase();
    await check(database, 'a');
    await record('a');
    await check(database, 'a');
    expect(warnings).toEqual([]);
  });

  it('refuses recordings beside a new database, which would delete them', async () => {
    await check(await newDatabase(), 'a');
    await record('a');
    const other = await newDatabase();
    const refused = `The recordings in ${folder('a')} belong to another database, and would be deleted. Start with that database, or restore it. To begin with an empty one, move the recordings away.`;
    await expect(check(other, 'a')).rejects.toThrow(new StartError(refused));
    await expect(check(other, 'a')).rejects.toThrow(refused);
  });

  it('refuses recordings that were kept before ids were, beside a new database', async () => {
    openDiskFiles(folder('a'), audioFolders);
    await record('a');
    await expect(check(await newDatabase(), 'a')).rejects.toThrow('belong to another database');
  });

  it('refuses to change to the recordings of another installation', async () => {
    const database = await newDatabase();
    await check(database, 'a');
    await check(await newDatabase(), 'b');
    await record('b');
    await expect(check(database, 'b')).rejects.toThrow('belong to another database');
  });

  it('goes on in an empty folder, with a warning, if it is alone', async () => {
    const database = await newDatabase();
    await check(database, 'a');
    await check(database, 'empty');
    expect(warnings).toEqual([
      [{ place: folder('empty') }, 'The recordings are not where they were last time.'],
    ]);
    await check(database, 'empty');
    expect(warnings).toHaveLength(1);
  });

  it('refuses another folder while other processes use the database', async () => {
    const database = await newDatabase();
    await check(database, 'a');
    const beside = { ...database, isAlone: async () => false };
    await expect(check(beside, 'empty')).rejects.toThrow(
      'are not those of the other Hearthscribe processes on this database',
    );
    await check(beside, 'a');
  });
});
