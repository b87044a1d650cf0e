import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { silentLog } from '#tests/support/database.ts';
import { packed } from '#tests/support/packed.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';

const isRoot = process.getuid?.() === 0;

describe('a damaged data folder', { timeout: 120_000 }, () => {
  const root = mkdtempSync(join(tmpdir(), 'hearthscribe-damaged-'));
  const whole = join(root, 'whole');
  const running: ServerProcess[] = [];
  let folders = 0;

  beforeAll(async () => {
    const database = await openDatabase({ databaseUrl: null, dataFolder: whole, log: silentLog });
    await database.close();
    chmodSync(root, 0o755);
    chmodSync(whole, 0o755);
  }, 60_000);
  afterEach(async () => {
    for (const server of running.splice(0)) {
      server.signal('SIGKILL');
      await server.ended;
    }
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  function harmed(harm: (database: string) => void): string {
    folders += 1;
    const data = join(root, `data-${folders}`);
    cpSync(whole, data, { recursive: true });
    harm(join(data, 'database'));
    return data;
  }
  const remove =
    (...names: string[]) =>
    (database: string) => {
      for (const name of names) rmSync(join(database, name), { recursive: true });
    };
  const restoring = /\. Move the data folder away, and restore a backup \(npm run restore\)\.$/;

  it.each<[string, (database: string) => void, RegExp]>([
    [
      'no PG_VERSION, where PGlite would make a new database',
      remove('PG_VERSION'),
      /is damaged: PG_VERSION is missing\./,
    ],
    ['no pg_control', remove('global/pg_control'), /is damaged: global\/pg_control missing\./],
    [
      'no folder of tables and none of transactions',
      remove('base', 'pg_xact'),
      /is damaged: base, pg_xact missing\./,
    ],
    ['no write-ahead log', remove('pg_wal'), /is damaged: pg_wal missing\./],
    [
      'an empty write-ahead log',
      (it) => {
        remove('pg_wal')(it);
        mkdirSync(join(it, 'pg_wal'));
      },
      /is damaged: it cannot be opened \([^\n]+\)\./,
    ],
    [
      'a cut pg_control',
      (it) => truncateSync(join(it, 'global', 'pg_control'), 100),
      /is damaged: it cannot be opened \([^\n]+\)\./,
    ],
    [
      'a lost table',
      (it) =>
        rmSync(
          join(it, 'base', '5', readdirSync(join(it, 'base', '5')).find((name) => Number(name) > 16_384)!),
        ),
      /is damaged: a file is missing \(base\/5\/\d+\)\./,
    ],
  ])('is rejected in one line with %s, and left unchanged', async (_, harm, refused) => {
    const data = harmed(harm);
    const before = readdirSync(join(data, 'database')).sort();
    const opening = openDatabase({ databaseUrl: null, dataFolder: data, log: silentLog });
    const error = await opening.then(
      () => null,
      (thrown: Error) => thrown,
    );
    expect(error?.name).toBe('StartError');
    expect(error?.message).toMatch(refused);
    expect(error?.message).toMatch(restoring);
    expect(error?.message).not.toContain('\n');
    expect(error?.message).toContain(join(data, 'database'));
    const after = readdirSync(join(data, 'database')).filter((name) => name !== 'postmaster.pid');
    expect(after.sort()).toEqual(before);
    expect(existsSync(join(data, 'server.lock'))).toBe(false);
  });

  it.each<[string, (database: string) => void, RegExp]>([
    [
      'a database of another PostgreSQL',
      (it) => writeFileSync(join(it, 'PG_VERSION'), '16\n'),
      /^The database in \S+ was created by PostgreSQL 16, but this version of Hearthscribe needs 18\. Start the version that created it, and move it here with npm run backup and npm run restore\.$/,
    ],
    [
      'a file where the database should be',
      (it) => {
        rmSync(it, { recursive: true });
        writeFileSync(it, '');
      },
      /^\S+ is a file, where the folder of the database should be\. Move it away\.$/,
    ],
  ])('is rejected in one line with %s', async (_, harm, refused) => {
    const data = harmed(harm);
    await expect(openDatabase({ databaseUrl: null, dataFolder: data, log: silentLog })).rejects.toThrow(
      expect.objectContaining({ name: 'StartError', message: expect.stringMatching(refused) }),
    );
  });

  it('counts as a first start if the database folder is empty', async () => {
    const data = harmed((it) => {
      rmSync(it, { recursive: true });
      mkdirSync(it);
    });
    const database = await openDatabase({ databaseUrl: null, dataFolder: data, log: silentLog });
    await database.close();
    expect(existsSync(join(data, 'database', 'PG_VERSION'))).toBe(true);
  });

  /** Runs as the user `nobody` if possible. */
  async function refusalOf(data: string, asNobody = false): Promise<string> {
    const server = startServerProcess(
      { HEARTHSCRIBE_DATA: data, LOG_LEVEL: 'silent' },
      packed('main'),
      asNobody ? { uid: 65_534, gid: 65_534 } : {},
    );
    running.push(server);
    expect(await server.ended).toBe(1);
    expect(server.stdout()).toBe('');
    return server.stderr();
  }

  it.skipIf(!isRoot).each<[string, (data: string) => void, RegExp]>([
    [
      'a data folder that it cannot write',
      () => undefined,
      /^The data folder \S+ cannot be written \([^\n]*EACCES[^\n]*\)\. Set HEARTHSCRIBE_DATA to a folder that can\.\n$/,
    ],
    [
      'a database of another user',
      (data) => chownSync(data, 65_534, 65_534),
      /^The database in \S+ cannot be read and written \(EACCES\)\. Give its files to the user that runs the server\.\n$/,
    ],
  ])(
    `is rejected in one line by a server with %s${isRoot ? '' : ' (skipped: needs root)'}`,
    async (_, make, refused) => {
      const data = harmed(() => undefined);
      make(data);
      expect(await refusalOf(data, true)).toMatch(refused);
    },
  );

  it('is rejected in one line if the disk is full', async (test) => {
    const disk = join(root, 'disk');
    mkdirSync(disk);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk], { stdio: 'pipe' });
    } catch {
      return test.skip('needs the right to mount');
    }
    try {
      expect(await refusalOf(join(disk, 'data'))).toMatch(
        /^The disk of \S+ is full\. Free some space, or set HEARTHSCRIBE_DATA to another disk\.\n$/,
      );
    } finally {
      execFileSync('umount', [disk]);
    }
  });

  it.each<[string, string, string, RegExp]>([
    [
      'a cut secrets-key',
      'secrets-key',
      'abc',
      /^\S+secrets-key cannot be read\. Restore it from a backup, or delete it: /,
    ],
    [
      'broken signing keys of an earlier version',
      'identity-keys.json',
      '{',
      /^The signing keys \S+identity-keys\.json cannot be read\. Restore them from a backup, or delete the file: /,
    ],
  ])('is rejected in one line with %s', async (_, name, content, refused) => {
    const data = harmed(() => undefined);
    writeFileSync(join(data, name), content);
    const said = await refusalOf(data);
    expect(said).toMatch(refused);
    expect(said.trim()).not.toContain('\n');
    expect(readFileSync(join(data, name), 'utf8')).toBe(content);
  });
});
