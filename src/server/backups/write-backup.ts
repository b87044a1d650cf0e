import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { messageOf, recordOf } from '#contract/unknown-values.ts';
import { type PortableLines, portableRows } from '#server/platform/database/portable-rows.ts';
import type { FileStore } from '#server/platform/files/port.ts';
import { StartError } from '#server/platform/start-error.ts';
import { filesIdName } from '#server/recordings/audio-files.ts';
import { measured, type RanMigration, readRanMigrations } from './copy-rows.ts';
import { keyFile, type Manifest, manifestFile, recordingsFolder, rowsFile } from './manifest.ts';
import { contentOf, isStored, type NeededFile, neededFiles } from './needed-files.ts';
import type { Source } from './source.ts';

type Written = Manifest['files'][string];

interface Snapshot {
  migrations: RanMigration[];
  needed: NeededFile[];
  rows: Manifest['rows'];
  file: Written;
}

/** If a file changes before it is copied, starts again. @throws StartError; the folder is then as it was */
export async function writeBackup(options: {
  source: Source;
  store: FileStore;
  dataFolder: string;
  to: string;
  version: string;
  now: Date;
}): Promise<Manifest> {
  const { to } = options;
  const isNew = await makeFolder(to);
  try {
    return await write(options);
  } catch (error) {
    for (const name of await readdir(to).catch(() => []))
      await rm(join(to, name), { recursive: true, force: true });
    if (isNew) await rm(to, { recursive: true, force: true });
    const code = recordOf(error).code;
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EACCES' || code === 'EROFS' || code === 'EIO')
      throw new StartError(`The backup cannot be written to ${to} (${messageOf(error)}).`);
    throw error;
  }
}

async function makeFolder(folder: string): Promise<boolean> {
  try {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await readdir(folder)).length > 0)
      throw new StartError(`${folder} is not empty. Give each backup a folder of its own.`);
    return made !== undefined;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The folder ${folder} cannot be made (${messageOf(error)}).`);
  }
}

async function write(options: Parameters<typeof writeBackup>[0]): Promise<Manifest> {
  const { source, store, dataFolder, to } = options;
  const copied = new Map<string, Written & { mark: string }>();
  let missing: string[] = [];
  for (;;) {
    const snapshot = await writeRows(source, join(to, rowsFile));
    const before = missing.join();
    await forget(copied, snapshot.needed, to);
    missing = [];
    for (const file of snapshot.needed) {
      if (copied.has(file.name)) continue;
      const written = await copyOut(store, file, join(to, recordingsFolder, file.name));
      if (written === null) missing.push(file.name);
      else copied.set(file.name, { ...written, mark: file.mark });
    }
    // A file that is missing twice is missing in the installation.
    if (missing.length > 0 && missing.join() !== before) continue;

    const files: Manifest['files'] = { [rowsFile]: snapshot.file };
    for (const [name, { bytes, sha256 }] of copied) files[`${recordingsFolder}/${name}`] = { bytes, sha256 };
    if ((await store.size(filesIdName)) !== null)
      files[`${recordingsFolder}/${filesIdName}`] = await writeFileFrom(
        store.open(filesIdName),
        join(to, recordingsFolder, filesIdName),
      );
    const key = await readFile(join(dataFolder, keyFile)).catch((error: unknown) => {
      if (recordOf(error).code !== 'ENOENT') throw error;
      return null;
    });
    if (key !== null) files[keyFile] = await writeFileFrom(Readable.from([key]), join(to, keyFile));
    const manifest: Manifest = {
      format: 1,
      madeAt: options.now.toISOString(),
      version: options.version,
      migrations: snapshot.migrations,
      rows: snapshot.rows,
      files,
      missing,
    };
    await writeFileFrom(
      Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]),
      join(to, `${manifestFile}.new`),
    );
    await rename(join(to, `${manifestFile}.new`), join(to, manifestFile));
    await syncFolder(to);
    return manifest;
  }
}

async function writeRows(source: Source, path: string): Promise<Snapshot> {
  return source.snapshot(async (runner) => {
    const migrations = await readRanMigrations(runner, source.place);
    const needed = await neededFiles(runner);
    const { lines, rows } = measured(portableRows(runner));
    const file = await writeFileFrom(asText(lines), path, true);
    return { migrations, needed, rows: rows(), file };
  });
}

/** A stream costs more per piece than a line does. */
async function* asText(lines: PortableLines): AsyncGenerator<string> {
  let text = '';
  for await (const line of lines) {
    text += `${line}\n`;
    if (text.length < 65_536) continue;
    yield text;
    text = '';
  }
  yield text;
}

async function forget(
  copied: Map<string, { mark: string }>,
  needed: readonly NeededFile[],
  to: string,
): Promise<void> {
  const marks = new Map(needed.map(({ name, mark }) => [name, mark]));
  for (const [name, { mark }] of copied) {
    if (marks.get(name) === mark) continue;
    copied.delete(name);
    await rm(join(to, recordingsFolder, name), { force: true });
  }
}

/** Null if the file is missing or not the one that its row means. */
async function copyOut(store: FileStore, file: NeededFile, path: string): Promise<Written | null> {
  try {
    const written = await writeFileFrom(contentOf(store, file), path);
    if (written.bytes === file.bytes) return written;
  } catch (error) {
    if ((await isStored(store, file)) && recordOf(error).code !== 'ENOENT') throw error;
  }
  await rm(path, { force: true });
  return null;
}

async function writeFileFrom(
  content: AsyncIterable<Uint8Array | string>,
  path: string,
  isCompressed = false,
): Promise<Written> {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* measured(pieces: AsyncIterable<Uint8Array | string>) {
    for await (const piece of pieces) {
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = createWriteStream(path, { mode: 0o600, flush: true });
  if (isCompressed) await pipeline(content, createGzip(), measured, file);
  else await pipeline(content, measured, file);
  return { bytes, sha256: hash.digest('hex') };
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
