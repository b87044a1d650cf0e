import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/accounts/tables.ts';
import { moveDatabase } from '#server/backups/move-database.ts';
import { restoreBackup } from '#server/backups/restore-backup.ts';
import { openSource, openStoppedSource } from '#server/backups/source.ts';
import { writeBackup } from '#server/backups/write-backup.ts';
import { campaigns, sessions } from '#server/campaigns/tables.ts';
import { createCredits } from '#server/credits/credits.ts';
import { systemClock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { migrate, readMigrations } from '#server/platform/database/migrate.ts';
import { openDatabase, openUrl } from '#server/platform/database/open-database.ts';
import { openDiskFiles } from '#server/platform/files/disk-files.ts';
import type { FileStore } from '#server/platform/files/port.ts';
import { newId } from '#server/platform/ids.ts';
import { createJobQueue } from '#server/platform/job-queue.ts';
import { audioFolders } from '#server/recordings/audio-files.ts';
import { audioAssets, playbacks, uploads } from '#server/recordings/tables.ts';
import { silentLog } from '#tests/support/database.ts';
import { noPostgresReason, startPostgres, type TestPostgres } from '#tests/support/postgres.ts';

const reason = noPostgresReason();
const at = new Date('2026-03-01T12:00:00.123Z');
const limits = { poolSize: 2, waitMs: 10_000, statementMs: 30_000 };
const odd = 'tab\t "quotes" \\ back\n new 🕯 {[,';

async function fill(database: Database, store: FileStore) {
  const ids = { user: newId(), campaign: newId() };
  const uploadIds = { kept: newId(), other: newId(), verifying: newId(), open: newId(), gone: newId() };
  const stamps = { createdAt: at, updatedAt: at };
  const { orm } = database;
  await orm
    .insert(users)
    .values({ id: ids.user, email: 'm@example.test', emailVerified: true, createdAt: at });
  const texts = { description: odd, system: '', setting: '', genre: '', instructions: '' };
  await orm
    .insert(campaigns)
    .values({ id: ids.campaign, userId: ids.user, title: odd, recapStyles: [], ...texts, ...stamps });
  const grant = { userId: ids.user, unit: 'credits' as const, amount: 100, key: 'grant' };
  await database.transaction((tx) => createCredits({ clock: systemClock }).grant(tx, grant));
  for (const [index, [name, id]] of Object.entries(uploadIds).entries()) {
    const sessionId = newId();
    const session = {
      id: sessionId,
      campaignId: ids.campaign,
      userId: ids.user,
      title: odd,
      position: index + 1,
    };
    await orm.insert(sessions).values({ ...session, ...stamps });
    const sound = Buffer.from(`sound of ${name}`);
    const status = name === 'open' || name === 'verifying' ? name : 'ready';
    const upload = { id, sessionId, fileName: `${odd}.wav`, sizeBytes: sound.length };
    await orm
      .insert(uploads)
      .values({ ...upload, fingerprint: 'f', status, error: null, expiresAt: at, createdAt: at });
    const place = { offset: 0, size: sound.length };
    await store.create(`audio/${id}`);
    if (name !== 'gone') await store.append(`audio/${id}`, place, Readable.from([sound]));
    if (status !== 'ready') continue;
    const { fileName, sizeBytes } = upload;
    const asset = { id: newId(), sessionId, uploadId: id, kind: 'single', fileName, sizeBytes } as const;
    const deleted = name === 'gone' ? { deletedAt: at } : {};
    await orm.insert(audioAssets).values({
      ...asset,
      mimeType: 'a',
      durationSeconds: 0.1 + 0.2,
      sha256: name,
      createdAt: at,
      ...deleted,
    });
  }
  await orm.insert(playbacks).values({ uploadId: uploadIds.kept, state: 'ready', peaks: [1, 0.25] });
  return { ...ids, uploadIds };
}

const storeOf = (dataFolder: string) => openDiskFiles(dataFolder, audioFolders);

describe.skipIf(reason !== null)(
  `backups${reason === null ? '' : ` (skipped: ${reason})`}`,
  { timeout: 120_000 },
  () => {
    const root = mkdtempSync(join(tmpdir(), 'hearthscribe-backups-'));
    const own = join(root, 'own');
    const backup = join(root, 'backup');
    const postgres: TestPostgres[] = [];
    let ids: Awaited<ReturnType<typeof fill>>;
    let url: string;
    let folders = 0;

    const folder = (name = 'folder') => {
      folders += 1;
      return join(root, `${name}-${folders}`);
    };
    async function emptyPostgres(): Promise<string> {
      const made = await startPostgres();
      postgres.push(made);
      return made.url;
    }
    async function backUp(
      databaseUrl: string | null,
      dataFolder: string,
      options: { to?: string; store?: FileStore } = {},
    ) {
      const config = { databaseUrl, databaseLimits: limits, dataFolder };
      const source = await openSource(config, async () => null, silentLog);
      const { to = folder('backup'), store = storeOf(dataFolder) } = options;
      try {
        return { to, ...(await writeBackup({ source, store, dataFolder, to, version: 'test', now: at })) };
      } finally {
        await source.close();
      }
    }
    const restore = (
      from: string,
      databaseUrl: string | null,
      dataFolder: string,
      openStore = async () => storeOf(dataFolder),
    ) =>
      restoreBackup({
        config: { databaseUrl, databaseLimits: limits, dataFolder, secretsKeys: [] },
        openStore,
        place: join(dataFolder, 'audio'),
        from,
        log: silentLog,
      });
    const query = async (databaseUrl: string, text: string) => {
      const driver = await openUrl({ url: databaseUrl, databaseLimits: limits, log: silentLog });
      const rows = await driver.scriptTransaction((runner) => runner.query(text));
      await driver.close();
      return rows;
    };

    beforeAll(async () => {
      url = await emptyPostgres();
      const database = await openDatabase({ databaseUrl: url, dataFolder: null, log: silentLog });
      ids = await fill(database, storeOf(own));
      writeFileSync(join(own, 'audio', 'files-id'), 'the id\n');
      writeFileSync(join(own, 'secrets-key'), `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
      const queue = createJobQueue(database, { log: silentLog });
      queue.work('chores', async () => undefined);
      await queue.start({ takesWork: false });
      await database.transaction(async (tx) => {
        await queue.send(tx, 'chores', { step: 'waits' });
        await queue.send(tx, 'chores', { step: 'runs' });
      });
      await queue.stop();
      await database.orm.execute(
        sql`update pgboss.job set state = 'active', started_on = now() where data->>'step' = 'runs'`,
      );
      await database.close();
      await backUp(url, own, { to: backup });
    }, 120_000);
    afterAll(async () => {
      for (const one of postgres) await one.stop();
      rmSync(root, { recursive: true, force: true });
    });

    it('contain the rows and all recordings, and are readable only by their owner', async () => {
      const manifest = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'));
      const { kept, other, verifying } = ids.uploadIds;
      expect(Object.keys(manifest.files).sort()).toEqual(
        [
          'database.jsonl.gz',
          'secrets-key',
          'files/audio/files-id',
          ...[kept, other, verifying].map((id) => `files/audio/${id}`),
        ].sort(),
      );
      expect(manifest).toMatchObject({
        missing: [],
        rows: { counts: { uploads: 5, ledger: 1, 'pgboss.job': 2 } },
      });
      for (const name of [...Object.keys(manifest.files), 'manifest.json'])
        expect(statSync(join(backup, name)).mode & 0o777).toBe(0o600);
      expect(statSync(backup).mode & 0o777).toBe(0o700);
    });

    it('move everything from PostgreSQL to the embedded database and back, exactly', {
      tags: ['everything'],
    }, async () => {
      const embedded = folder('embedded');
      const first = await restore(backup, null, embedded);
      expect(readFileSync(join(embedded, 'audio', ids.uploadIds.kept), 'utf8')).toBe('sound of kept');
      expect(readFileSync(join(embedded, 'audio', ids.uploadIds.open), 'utf8')).toBe('');
      expect(readFileSync(join(embedded, 'audio', 'files-id'), 'utf8')).toBe('the id\n');
      expect(readFileSync(join(embedded, 'secrets-key'))).toEqual(readFileSync(join(own, 'secrets-key')));
      expect(statSync(join(embedded, 'secrets-key')).mode & 0o777).toBe(0o600);
      expect(existsSync(join(embedded, 'database.restored'))).toBe(false);

      const again = await backUp(null, embedded);
      expect(again.rows.sum).toBe(first.rows.sum);
      const there = await emptyPostgres();
      const { rows } = await restore(again.to, there, folder('files'));
      expect(rows).toEqual(first.rows);
      expect(
        await query(there, "select state::text, data->>'step' as step from pgboss.job order by step"),
      ).toEqual([
        { state: 'retry', step: 'runs' },
        { state: 'created', step: 'waits' },
      ]);

      const database = await openDatabase({ databaseUrl: there, dataFolder: null, log: silentLog });
      const grant = { userId: ids.user, unit: 'credits' as const, amount: 5, key: 'later' };
      await database.transaction((tx) => createCredits({ clock: systemClock }).grant(tx, grant));
      await database.close();
      expect(await query(there, 'select id::int from ledger order by id')).toEqual([{ id: 1 }, { id: 2 }]);
    });

    it('move the embedded database to PostgreSQL, and leave none for a start without it', async () => {
      const embedded = folder('embedded');
      const { rows } = await restore(backup, null, embedded);
      const there = await emptyPostgres();
      const move = () =>
        moveDatabase({ dataFolder: embedded, to: there, databaseLimits: limits, log: silentLog });
      const { counts, kept } = await move();
      expect(counts).toEqual(rows.counts);
      expect(existsSync(join(embedded, 'database'))).toBe(false);
      expect((await backUp(there, embedded)).rows.sum).toBe(rows.sum);
      await expect(move()).rejects.toThrow(`There is no database in ${embedded}.`);

      const second = folder('embedded');
      mkdirSync(second);
      renameSync(kept, join(second, 'database'));
      await expect(
        moveDatabase({ dataFolder: second, to: there, databaseLimits: limits, log: silentLog }),
      ).rejects.toThrow('The database to move to is not empty: it has the table');
      expect(existsSync(join(second, 'database'))).toBe(true);
    });

    it('restart at a later moment if a recording is deleted or rewritten meanwhile', {
      tags: ['everything'],
    }, async () => {
      const there = await emptyPostgres();
      const files = folder('files');
      await restore(backup, there, files);
      const { kept, other, verifying } = ids.uploadIds;
      const store = storeOf(files);
      const opened: string[] = [];
      const changing: FileStore = {
        ...store,
        async *open(name) {
          opened.push(name);
          if (opened.length === 2) {
            await query(there, `update audio_assets set deleted_at = now() where upload_id = '${other}'`);
            await store.delete(`audio/${other}`);
            await query(there, `update audio_assets set sha256 = 'silenced' where upload_id = '${kept}'`);
            writeFileSync(join(files, 'audio', kept), 'a quiet room.');
          }
          yield* store.open(name);
        },
      };
      const { to, missing } = await backUp(there, files, { store: changing });
      expect(missing).toEqual([]);
      expect(readdirSync(join(to, 'files', 'audio')).sort()).toEqual([kept, verifying, 'files-id'].sort());
      expect(readFileSync(join(to, 'files', 'audio', kept), 'utf8')).toBe('a quiet room.');
      await restore(to, null, folder('embedded'));

      rmSync(join(files, 'audio', kept));
      const lacking = await backUp(there, files);
      expect(lacking.missing).toEqual([`audio/${kept}`]);
      await restore(lacking.to, await emptyPostgres(), folder('files'));
    });

    it('contain an archive of tracks as uploaded, also while it is being merged', async () => {
      const there = await emptyPostgres();
      const files = folder('files');
      await restore(backup, there, files);
      const name = join(files, 'audio', ids.uploadIds.verifying);
      renameSync(name, `${name}.uploaded`);
      writeFileSync(name, 'merged');
      const { to } = await backUp(there, files);
      expect(readFileSync(join(to, 'files', 'audio', ids.uploadIds.verifying), 'utf8')).toBe(
        'sound of verifying',
      );
    });

    it('of an earlier version are restored and updated; newer or different ones are rejected', async () => {
      const there = await emptyPostgres();
      const driver = await openUrl({ url: there, databaseLimits: limits, log: silentLog });
      await migrate(driver, readMigrations().slice(0, -1));
      await driver.close();
      await query(
        there,
        "insert into users (id, email, email_verified, created_at) values (gen_random_uuid(), 'old@example.test', true, now())",
      );
      const { to } = await backUp(there, folder('files'));
      const target = await emptyPostgres();
      await restore(to, target, folder('files'));
      expect(await query(target, 'select email from users')).toEqual([{ email: 'old@example.test' }]);
      const names = (await query(target, 'select name from migrations order by name')).map(
        ({ name }) => name,
      );
      expect(names).toEqual(readMigrations().map(({ name }) => name));

      const path = join(to, 'manifest.json');
      const manifest = JSON.parse(readFileSync(path, 'utf8'));
      const again = async (migrations: object[]) => {
        writeFileSync(path, JSON.stringify({ ...manifest, migrations }));
        return restore(to, await emptyPostgres(), folder('files'));
      };
      await expect(again([...manifest.migrations, { name: '9999_later', hash: 'x' }])).rejects.toThrow(
        'The backup was created by a newer version of Hearthscribe (it has "9999_later"). Use that version.',
      );
      await expect(again([{ name: '0001_core', hash: 'x' }])).rejects.toThrow(
        'The backup was created by a different version of the migration "0001_core".',
      );
    });

    const cut = (path: string) => truncateSync(path, statSync(path).size - 3);
    const flip = (path: string) => {
      const bytes = readFileSync(path);
      bytes[bytes.length >> 1]! ^= 1;
      writeFileSync(path, bytes);
    };
    it.each<[string, (folder: string) => void, RegExp]>([
      [
        'no backup',
        (it) => rmSync(it, { recursive: true }),
        /^\S+ is not a complete backup: it has no manifest.json, which is written last\.$/,
      ],
      ['an interrupted one', (it) => rmSync(join(it, 'manifest.json')), /is not a complete backup/],
      [
        'a cut manifest',
        (it) => cut(join(it, 'manifest.json')),
        /^The backup \S+ is damaged: manifest.json cannot be read\.$/,
      ],
      [
        'names that lead elsewhere',
        (it) =>
          writeFileSync(
            join(it, 'manifest.json'),
            readFileSync(join(it, 'manifest.json'), 'utf8').replace(
              'files/audio/files-id',
              'files/../../etc/x',
            ),
          ),
        /manifest.json cannot be read/,
      ],
      [
        'cut rows',
        (it) => cut(join(it, 'database.jsonl.gz')),
        /^The backup \S+ is damaged: database.jsonl.gz is not what was backed up\.$/,
      ],
      [
        'a changed bit in a recording',
        (it) => flip(join(it, 'files', 'audio', ids.uploadIds.kept)),
        /damaged: files\/audio\/\S+ is not what was backed up\.$/,
      ],
      [
        'a missing recording',
        (it) => rmSync(join(it, 'files', 'audio', ids.uploadIds.kept)),
        /damaged: files\/audio\/\S+ is missing\.$/,
      ],
    ])('are rejected in one line with %s, and nothing is restored', async (_, harm, refused) => {
      const harmed = folder('harmed');
      cpSync(backup, harmed, { recursive: true });
      harm(harmed);
      const target = folder('target');
      await expect(restore(harmed, null, target)).rejects.toThrow(
        expect.objectContaining({ name: 'StartError', message: expect.stringMatching(refused) }),
      );
      expect(existsSync(target)).toBe(false);
    });

    it.each<[string, (target: string) => void, string]>([
      [
        'a database',
        (it) => mkdirSync(join(it, 'database', 'base'), { recursive: true }),
        'database is not empty. Restore into another HEARTHSCRIBE_DATA.',
      ],
      [
        'recordings',
        (it) => {
          storeOf(it);
          writeFileSync(join(it, 'audio', ids.uploadIds.kept), 'mine');
        },
        'audio is not empty: it has recordings. Restore to an empty one.',
      ],
      [
        'another key',
        (it) => {
          mkdirSync(it);
          writeFileSync(join(it, 'secrets-key'), 'another');
        },
        'secrets-key is not the key in the backup. Restore into another HEARTHSCRIBE_DATA.',
      ],
    ])('are not restored over %s', async (_, make, refused) => {
      const target = folder('target');
      make(target);
      const before = readdirSync(target, { recursive: true }).sort();
      await expect(restore(backup, null, target)).rejects.toThrow(`${target}/${refused}`);
      expect(
        readdirSync(target, { recursive: true })
          .filter((name) => !audioFolders.some((one) => one === name))
          .sort(),
      ).toEqual(before.filter((name) => !audioFolders.some((one) => one === name)));
    });

    it('are not restored into existing PostgreSQL tables, nor made from a database without ours', async () => {
      await expect(restore(backup, url, folder('files'))).rejects.toThrow(
        'The database at DATABASE_URL is not empty',
      );
      await expect(backUp(await emptyPostgres(), folder('files'))).rejects.toThrow(
        'There is no Hearthscribe data in the database at DATABASE_URL.',
      );
      await expect(openStoppedSource(folder('nothing'), silentLog)).rejects.toThrow(
        'There is no database in',
      );
    });

    it('leave nothing behind if a restore or backup fails, so that it can be repeated', async () => {
      const there = await emptyPostgres();
      const files = folder('files');
      const store = storeOf(files);
      let writes = 0;
      const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      const failing: FileStore = {
        ...store,
        write: (name, make) => {
          writes += 1;
          return writes < 3 ? store.write(name, make) : Promise.reject(full);
        },
      };
      await expect(restore(backup, there, files, async () => failing)).rejects.toThrow('ENOSPC');
      expect(readdirSync(join(files, 'audio'))).toEqual([]);
      await restore(backup, there, files);

      const to = folder('backup');
      const breaking: FileStore = {
        ...store,
        async *open() {
          yield Buffer.from('so');
          throw full;
        },
      };
      await expect(backUp(there, files, { to, store: breaking })).rejects.toThrow(
        `The backup cannot be written to ${to} (ENOSPC: no space left on device, write).`,
      );
      expect(existsSync(to)).toBe(false);
      await expect(backUp(there, files, { to: backup })).rejects.toThrow(
        'is not empty. Give each backup a folder of its own.',
      );
    });
  },
);
