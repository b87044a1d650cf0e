import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { DurableFolder } from '#server/platform/database/durable-folder.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { createSpareRoom } from '#server/platform/database/spare-room.ts';
import { isDiskFull } from '#server/platform/disk-full.ts';
import { openDiskFiles } from '#server/platform/files/disk-files.ts';
import { silentLog } from '#tests/support/database.ts';

const MEGABYTE = 1024 ** 2;

let folder: string;
let database: Database;
let free = 0;
const freeBytes = () => free;
beforeAll(async () => {
  free = 1000 * MEGABYTE;
  folder = mkdtempSync(join(tmpdir(), 'hearthscribe-'));
  database = await openDatabase({ databaseUrl: null, dataFolder: folder, log: silentLog, freeBytes });
  await database.orm.execute(sql`create table words (word text)`);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  free = 1000 * MEGABYTE;
  await database.orm.execute(sql`delete from words`);
});

const say = (word: string) => database.orm.execute(sql`insert into words values (${word})`);
const said = async () =>
  (await database.orm.execute(sql`select word from words order by word`)).rows.map(({ word }) => word);
const isRefused = (work: Promise<unknown>) => work.then(() => false, isDiskFull);

it('leaves the embedded database the last of the disk, so that it always can write its log', async () => {
  await say('bell');
  free = 60 * MEGABYTE;
  expect(await isRefused(say('rope'))).toBe(true);
  expect(await said()).toEqual(['bell']);
  const several = database.transaction(async (tx) => {
    free = 1000 * MEGABYTE;
    await tx.execute(sql`insert into words values ('lamp')`);
    free = 60 * MEGABYTE;
    await tx.execute(sql`update words set word = 'bells'`);
  });
  expect(await isRefused(several)).toBe(true);
  expect(await said()).toEqual(['bell']);
  free = 1000 * MEGABYTE;
  await say('rope');
  expect(await said()).toEqual(['bell', 'rope']);
});

it('lets a deletion make room, but not with the very last', async () => {
  await say('bell');
  free = 10 * MEGABYTE;
  expect(await isRefused(database.orm.execute(sql`delete from words`))).toBe(true);
  free = 20 * MEGABYTE;
  await database.orm.execute(sql`delete from words`);
  expect(await said()).toEqual([]);
});

it('erases once there is room', async () => {
  await say('bell');
  await database.orm.execute(sql`update words set word = 'rope'`);
  free = 63 * MEGABYTE;
  expect(await isRefused(database.forgetDeleted())).toBe(true);
  free = 1000 * MEGABYTE;
  await database.forgetDeleted();
  expect(await said()).toEqual(['rope']);
});

it('gives its log the spare room when another program has filled the disk, and tables none', async () => {
  const path = join(folder, 'spare');
  const spare = createSpareRoom(path);
  expect(spare.give()).toBe(false);
  for (let at = 0; at < 20; at += 1) spare.take();
  expect(statSync(path).size).toBe(16 * MEGABYTE);
  const durable = new DurableFolder(join(folder, 'other'), spare);
  const { emscriptenOpts } = await durable.init(new PGlite('memory://'), {});
  /** As the disk would write it. */
  const write = (_stream: unknown, _memory: unknown, _offset: unknown, length: number) => {
    if (statSync(path).size > 14 * MEGABYTE) throw Object.assign(new Error('full'), { errno: 51 });
    return length;
  };
  const files = { stream_ops: { write } };
  emscriptenOpts.preRun?.[0]?.({ NODEFS: files } as never);
  const node = (name: string, parent: string) => ({ node: { name, parent: { name: parent } } });
  expect(() => files.stream_ops.write(node('16384', '5'), new Uint8Array(100), 0, 100)).toThrow('full');
  expect(statSync(path).size).toBe(16 * MEGABYTE);
  const segment = node('000000010000000000000001', 'pg_wal');
  expect(files.stream_ops.write(segment, new Uint8Array(100), 0, 100)).toBe(100);
  expect(statSync(path).size).toBe(14 * MEGABYTE);
  expect(durable.logged).toBe(100);
});

it('keeps the same reserve from recordings, in the middle of an upload', async () => {
  const files = openDiskFiles(folder, ['audio'], freeBytes);
  await files.create('audio/one');
  async function* bytes() {
    for (let at = 0; at < 4; at += 1) {
      if (at === 2) free = 60 * MEGABYTE;
      yield new Uint8Array(MEGABYTE);
    }
  }
  const sent = Readable.from(bytes());
  expect(await isRefused(files.append('audio/one', { offset: 0, size: 4 * MEGABYTE }, sent))).toBe(true);
  // The server of uploads answers with the error of what it reads.
  expect(sent.errored).toMatchObject({ code: 'ENOSPC' });
  const kept = (await files.offset('audio/one')) ?? 0;
  expect(kept).toBeLessThanOrEqual(2 * MEGABYTE);
  expect(await isRefused(files.write('audio/two', () => Promise.reject(new Error('Written.'))))).toBe(true);
  free = 1000 * MEGABYTE;
  async function* rest() {
    yield new Uint8Array(4 * MEGABYTE - kept);
  }
  expect(await files.append('audio/one', { offset: kept, size: 4 * MEGABYTE }, rest())).toBe(4 * MEGABYTE);
});
