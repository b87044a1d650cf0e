import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDiskFiles } from '#server/platform/files/disk-files.ts';
import { type FileStore, FilesUnavailable } from '#server/platform/files/port.ts';
import { openS3Files } from '#server/platform/files/s3-files.ts';
import { workName } from '#server/platform/files/work-folder.ts';
import { silentLog } from '#tests/support/database.ts';
import { noS3Reason, startS3, type TestS3 } from '#tests/support/s3.ts';

const MEBIBYTE = 1024 ** 2;
const reason = noS3Reason();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-files-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const newName = () => `audio/${randomUUID()}`;

async function* pieces(bytes: Buffer, options: { breaksAfter?: number } = {}): AsyncGenerator<Uint8Array> {
  const end = options.breaksAfter ?? bytes.length;
  for (let at = 0; at < end; at += 700_001) yield bytes.subarray(at, Math.min(end, at + 700_001));
  if (options.breaksAfter !== undefined) throw new Error('The network is gone.');
}

async function all(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for await (const piece of bytes) read.push(piece);
  return Buffer.concat(read);
}

async function listed(store: FileStore, before: Date): Promise<string[]> {
  const names: string[] = [];
  for await (const batch of store.list('audio', before)) names.push(...batch);
  return names;
}

const writeText = (store: FileStore, name: string, text: string) =>
  store.write(name, async (place) => {
    const path = join(place, 'made');
    await writeFile(path, text);
    return { path };
  });

/** The behavior of every file store. */
function portSuite(open: () => Promise<FileStore>): void {
  let store: FileStore;
  beforeAll(async () => {
    store = await open();
  });

  it('[D2] keeps what is appended, in uneven pieces and after interruptions, byte for byte', async () => {
    const name = newName();
    const bytes = randomBytes(13 * MEBIBYTE + 17);
    const size = bytes.length;
    expect(await store.offset(name)).toBeNull();
    await store.create(name);
    await store.create(name);
    expect(await store.offset(name)).toBe(0);
    let offset = await store.append(name, { offset: 0, size }, pieces(bytes.subarray(0, 3 * MEBIBYTE)));
    expect(offset).toBe(3 * MEBIBYTE);
    expect(await store.offset(name)).toBe(offset);
    const broken = store.append(
      name,
      { offset, size },
      pieces(bytes.subarray(offset), { breaksAfter: 4 * MEBIBYTE + 5 }),
    );
    await expect(broken).rejects.toThrow('The network is gone.');
    offset = (await store.offset(name))!;
    expect(offset).toBeGreaterThan(3 * MEBIBYTE);
    expect(offset).toBeLessThanOrEqual(7 * MEBIBYTE + 5);
    expect(await store.append(name, { offset, size }, pieces(bytes.subarray(offset)))).toBe(size);
    expect(await store.offset(name)).toBe(size);
    await store.finish(name);
    await store.finish(name);
    expect(await store.size(name)).toBe(size);
    expect((await all(store.open(name))).equals(bytes)).toBe(true);
  });

  it('accepts bytes that were never announced, as after a lost disk', async () => {
    const name = newName();
    await store.create(name);
    expect(await store.append(name, { offset: 0, size: 3 }, pieces(Buffer.from('abc')))).toBe(3);
    await store.finish(name);
    expect(String(await all(store.open(name)))).toBe('abc');
  });

  it('reads any range, and nothing for an empty one', async () => {
    const name = newName();
    await writeText(store, name, '0123456789');
    expect(String(await all(store.open(name, { start: 3, end: 6 })))).toBe('3456');
    expect(String(await all(store.open(name, { start: 9, end: 9 })))).toBe('9');
    expect(await all(store.open(name, { start: 0, end: -1 }))).toHaveLength(0);
  });

  it('fails the reader of a missing file, and returns no size for it', async () => {
    const name = newName();
    await expect(all(store.open(name))).rejects.toThrow();
    await expect(store.materialise(name, async () => 1))
      .resolves.toBe(1)
      .catch(() => undefined);
    expect(await store.size(name)).toBeNull();
  });

  it('provides a local file until the work ends', async () => {
    const name = newName();
    await writeText(store, name, 'an evening');
    const read = await store.materialise(name, (path) => readFile(path, 'utf8'));
    expect(read).toBe('an evening');
    expect(await store.size(name)).toBe(10);
  });

  it('replaces a file when its successor is complete, and keeps it when that fails', async () => {
    const name = newName();
    await writeText(store, name, 'first');
    const failing = store.write(name, async (place) => {
      await writeFile(join(place, 'made'), 'half');
      throw new Error('The disk is full.');
    });
    await expect(failing).rejects.toThrow('The disk is full.');
    expect(String(await all(store.open(name)))).toBe('first');
    const made = await store.materialise(name, (from) =>
      store.write(name, async (place) => {
        const path = join(place, 'made');
        await writeFile(path, `${await readFile(from, 'utf8')}, then second`);
        return { path, note: 7 };
      }),
    );
    expect(made.note).toBe(7);
    expect(String(await all(store.open(name)))).toBe('first, then second');
  });

  it('renames a file', async () => {
    const name = newName();
    await writeText(store, name, 'zip');
    expect(await store.move(name, `${name}.uploaded`)).toBe(true);
    expect(await store.move(name, `${name}.uploaded`)).toBe(false);
    expect(await store.size(name)).toBeNull();
    expect(String(await all(store.open(`${name}.uploaded`)))).toBe('zip');
  });

  it('removes a file with its continuations, and nothing else', async () => {
    const name = newName();
    for (const each of [name, `${name}.uploaded`, `${name}0`]) await writeText(store, each, 'x');
    await store.delete(name);
    await store.delete(name);
    const sizes = [name, `${name}.uploaded`, `${name}0`].map((each) => store.size(each));
    expect(await Promise.all(sizes)).toEqual([null, null, 1]);
  });

  it('removes an unfinished file', async () => {
    const name = newName();
    await store.create(name);
    await store.append(name, { offset: 0, size: 9 * MEBIBYTE }, pieces(randomBytes(6 * MEBIBYTE)));
    await store.delete(name);
    expect(await store.offset(name)).toBeNull();
    expect(await listed(store, new Date(Date.now() + 3_600_000))).not.toContain(name);
  });

  it('lists files by age, also unfinished ones', async () => {
    const whole = newName();
    const begun = newName();
    await writeText(store, whole, 'x');
    await store.create(begun);
    expect(await listed(store, new Date(Date.now() + 3_600_000))).toEqual(
      expect.arrayContaining([whole, begun]),
    );
    const old = await listed(store, new Date(Date.now() - 3_600_000));
    expect(old.filter((name) => [whole, begun].includes(name))).toEqual([]);
  });
}

describe('files on a disk', () => {
  portSuite(async () => openDiskFiles(folder, ['audio', 'playback']));

  it('removes what a killed process was writing when the file is next written', async () => {
    const store = openDiskFiles(folder, ['audio']);
    const name = newName();
    await mkdir(join(folder, `${name}.${randomUUID()}`));
    await writeText(store, `${name}.uploaded`, 'zip');
    await writeText(store, name, 'x');
    const left = (await readdir(join(folder, 'audio'))).filter((each) => name.endsWith(each.slice(0, 36)));
    expect(left.map((each) => each.slice(36)).sort()).toEqual(['', '.uploaded']);
  });
});

describe.skipIf(reason !== null)(
  `files in S3${reason === null ? '' : ` (skipped: ${reason})`}`,
  { timeout: 120_000 },
  () => {
    let s3: TestS3;
    beforeAll(async () => {
      s3 = await startS3();
    }, 60_000);
    afterAll(() => s3?.stop());
    afterEach(() => {
      s3.fault = () => null;
    });

    let hosts = 0;
    /** The store of another host. */
    const host = (settings: Partial<TestS3['settings']> = {}) => {
      hosts += 1;
      return openS3Files(
        { ...s3.settings, ...settings },
        { workFolder: join(folder, `work-${hosts}`), log: silentLog },
      );
    };
    const unfinished = async () => {
      const { S3Client, ListMultipartUploadsCommand } = await import('@aws-sdk/client-s3');
      const { url, region, keys, bucket: Bucket } = s3.settings;
      const client = new S3Client({
        endpoint: url!,
        region,
        forcePathStyle: true,
        credentials: { accessKeyId: keys!.id, secretAccessKey: keys!.secret },
      });
      const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
      return (Uploads ?? []).map(({ Key }) => Key);
    };

    portSuite(() => host());

    it('[D2] continues on another host in the middle of a part', async () => {
      const [one, other] = [await host(), await host()];
      const name = newName();
      const bytes = randomBytes(11 * MEBIBYTE);
      const place = { offset: 0, size: bytes.length };
      await one.create(name);
      await one.append(name, place, pieces(bytes.subarray(0, 7 * MEBIBYTE)));
      const offset = (await other.offset(name))!;
      expect(offset).toBe(7 * MEBIBYTE);
      await other.append(name, { ...place, offset }, pieces(bytes.subarray(offset)));
      expect(await one.offset(name)).toBe(bytes.length);
      expect((await all(one.open(name))).equals(bytes)).toBe(true);
      expect(await unfinished()).not.toContain(name);
    });

    it('[D2] stays whole when a host thought dead stores the same bytes late', async () => {
      const [one, other] = [await host(), await host()];
      const name = newName();
      const bytes = randomBytes(12 * MEBIBYTE);
      const place = { offset: 0, size: bytes.length };
      await one.create(name);
      await other.append(name, place, pieces(bytes.subarray(0, 9 * MEBIBYTE)));
      await one.append(name, place, pieces(bytes.subarray(0, 6 * MEBIBYTE)));
      // The late tail replaced the other one: less is stored, but nothing wrong.
      const offset = (await other.offset(name))!;
      expect(offset).toBe(6 * MEBIBYTE);
      await other.append(name, { ...place, offset }, pieces(bytes.subarray(offset)));
      expect((await all(other.open(name))).equals(bytes)).toBe(true);
    });

    it('can be finished by another host when the first died after the last byte', async () => {
      const name = newName();
      const bytes = randomBytes(6 * MEBIBYTE);
      const one = await host();
      await one.create(name);
      s3.fault = ({ method }) => (method === 'POST' ? 'cut' : null);
      const place = { offset: 0, size: bytes.length };
      await expect(one.append(name, place, pieces(bytes))).rejects.toThrow(FilesUnavailable);
      s3.fault = () => null;
      const other = await host();
      expect(await other.offset(name)).toBe(bytes.length);
      expect(await other.size(name)).toBeNull();
      await other.finish(name);
      expect((await all(other.open(name))).equals(bytes)).toBe(true);
    });

    it('leaves no local copy behind, and removes those of dead processes', async () => {
      const store = await host();
      const work = join(folder, `work-${hosts}`);
      const name = newName();
      await writeText(store, name, 'x');
      const path = await store.materialise(name, async (copy) => copy);
      expect(path.startsWith(work)).toBe(true);
      expect(await readdir(work)).toEqual([]);
      const stale = join(work, workName('left').replace(`.${process.pid}.`, '.99999999.'));
      const ours = join(work, workName('left').replace(`.${process.pid}.`, `.${process.ppid}.`));
      for (const each of [stale, ours]) await mkdir(each);
      await openS3Files(s3.settings, { workFolder: work, log: silentLog });
      expect([existsSync(stale), existsSync(ours)]).toEqual([false, true]);
    });

    it.each(['busy', 'cut'] as const)(
      'reports a store that does not respond (%s), and continues afterward',
      { tags: ['everything'] },
      async (fault) => {
        const store = await host();
        const name = newName();
        await writeText(store, name, 'kept');
        s3.fault = () => fault;
        const calls = [
          () => store.size(name),
          () => store.offset(newName()),
          () => all(store.open(name)),
          () => store.materialise(name, async () => 1),
          () => writeText(store, name, 'lost'),
          () => store.move(name, `${name}.uploaded`),
          () => store.delete(name),
          () => listed(store, new Date()),
          () => store.create(newName()),
        ];
        for (const call of calls) await expect(call()).rejects.toThrow(FilesUnavailable);
        const stopped = store.answers(AbortSignal.abort());
        await expect(stopped).rejects.toThrow();
        const back = store.answers(new AbortController().signal);
        s3.fault = () => null;
        await back;
        expect(String(await all(store.open(name)))).toBe('kept');
      },
    );

    it('encrypts objects as the settings say', async () => {
      const store = await host({ encryption: { kind: 'aws:kms', key: 'the-key' } });
      const name = newName();
      // Swift rejects requests for encryption.
      await expect(writeText(store, name, 'x')).rejects.toThrow(/encryption/i);
      const { headers } = s3.seen.find(({ line }) => line.startsWith(`PUT /evenings/${name}`))!;
      expect(headers).toMatchObject({
        'x-amz-server-side-encryption': 'aws:kms',
        'x-amz-server-side-encryption-aws-kms-key-id': 'the-key',
      });
    });

    it.each([
      ['bucket', { bucket: 'no-such-bucket' }, 'There is no bucket "no-such-bucket" at'],
      ['key', { keys: { id: 'test:tester', secret: 'wrong' } }, 'Check S3_ACCESS_KEY_ID'],
      ['address', { url: 'http://127.0.0.1:9' }, 'does not answer'],
    ])('refuses to start with a wrong %s, in one line', async (_, wrong, message) => {
      const error = await host(wrong).then(
        () => null,
        (failure: Error) => failure,
      );
      expect(error?.name).toBe('StartError');
      expect(error?.message).toContain(message);
      expect(error?.message).not.toContain('\n');
    });
  },
);
