import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createDiskReserve, type FreeBytes } from '../disk-reserve.ts';
import type { FileStore } from './port.ts';

const BATCH = 1000;

/** Bytes to collect during a write; Node's default of 16 KiB is less than one read of a socket. */
const WRITE_BYTES = 1024 ** 2;

/** Ends the names of the folders that `write` uses. */
const DRAFT = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Files in folders of the data folder.
 * @param folders created if missing
 */
export function openDiskFiles(
  dataFolder: string,
  folders: readonly string[],
  freeBytes?: FreeBytes,
): FileStore {
  for (const folder of folders) mkdirSync(join(dataFolder, folder), { recursive: true, mode: 0o700 });
  const reserve = createDiskReserve(dataFolder, freeBytes);
  const path = (name: string) => join(dataFolder, name);

  async function removeContinued(name: string, isMeant: (continuation: string) => boolean): Promise<void> {
    const folder = dirname(path(name));
    const start = basename(name);
    for (const each of await readdir(folder))
      if (each.startsWith(`${start}.`) && isMeant(each.slice(start.length)))
        await rm(join(folder, each), { recursive: true, force: true });
  }

  /** Looks before each megabyte. Not a generator: it would end what it reads without saying why. */
  function withinReserve(): Transform {
    let seen = WRITE_BYTES;
    return new Transform({
      transform(piece: Uint8Array, _encoding, done) {
        try {
          if (seen >= WRITE_BYTES) {
            reserve.check();
            seen = 0;
          }
          seen += piece.byteLength;
          done(null, piece);
        } catch (error) {
          done(error instanceof Error ? error : new Error(String(error)));
        }
      },
    });
  }

  async function size(name: string): Promise<number | null> {
    const found = await stat(path(name)).catch(missingAsNull);
    return found?.size ?? null;
  }

  return {
    size,
    async *open(name, range) {
      if (range === undefined || range.end >= range.start) yield* createReadStream(path(name), range);
    },
    async create(name) {
      const file = await open(path(name), 'a', 0o600);
      await file.close();
    },
    offset: size,
    async append(name, { offset }, bytes) {
      const file = createWriteStream(path(name), {
        flags: 'r+',
        start: offset,
        highWaterMark: WRITE_BYTES,
      });
      await pipeline(bytes, withinReserve(), file);
      return offset + file.bytesWritten;
    },
    finish: (name) => flush(path(name)),
    materialise: (name, work) => work(path(name)),
    async write(name, make) {
      reserve.check();
      // Left by a killed process.
      await removeContinued(name, (continuation) => DRAFT.test(continuation));
      const folder = `${path(name)}.${randomUUID()}`;
      await mkdir(folder, { mode: 0o700 });
      try {
        const made = await make(folder);
        await flush(made.path);
        await rename(made.path, path(name));
        return made;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async move(from, to) {
      const moved = await rename(path(from), path(to)).then(() => true, missingAsNull);
      return moved !== null;
    },
    async delete(name) {
      await rm(path(name), { force: true });
      await removeContinued(name, () => true);
    },
    async *list(folder, before) {
      const names = await readdir(path(folder));
      for (let at = 0; at < names.length; at += BATCH) {
        const batch = names.slice(at, at + BATCH).map(async (name) => {
          const found = await stat(join(path(folder), name)).catch(missingAsNull);
          return found !== null && found.mtime < before ? [`${folder}/${name}`] : [];
        });
        yield (await Promise.all(batch)).flat();
      }
    },
    answers: async () => undefined,
  };
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

function missingAsNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
