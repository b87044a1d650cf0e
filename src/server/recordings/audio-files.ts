import { createReadStream, mkdirSync } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Configstore, FileStore } from '@tus/file-store';

const FILE_NAME = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The stored recordings, one file per upload, named by the upload's id and by nothing that a person chose. The number
 * of stored bytes is the upload's offset. Only this file knows that they are on a disk.
 */
export interface AudioFiles {
  /** Where tus appends the bytes of uploads. @param known what tus must know of an upload, such as its announced size */
  tusStore(known: Configstore): FileStore;
  /** The first `size` bytes; opened when they are read, so a missing file fails its reader. */
  read(uploadId: string, size: number): AsyncIterable<Uint8Array>;
  /** Runs `work` with the path of a local file that holds the recording, and may be gone afterwards. */
  withLocalFile<Result>(uploadId: string, work: (path: string) => Promise<Result>): Promise<Result>;
  /** Creates an empty file, unless it exists. */
  create(uploadId: string): Promise<void>;
  /** Null without a file. */
  size(uploadId: string): Promise<number | null>;
  /** Flushes the file to disk. */
  flush(uploadId: string): Promise<void>;
  remove(uploadId: string): Promise<void>;
  /** Ids of the files last written before `before`. */
  list(before: Date): Promise<string[]>;
}

/** @param directory created if missing */
export function openAudioFiles(directory: string): AudioFiles {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = (uploadId: string) => {
    if (!FILE_NAME.test(uploadId)) throw new Error('Not the id of an upload.');
    return join(directory, uploadId);
  };
  return {
    tusStore: (configstore) => new FileStore({ directory, configstore }),
    async *read(uploadId, size) {
      if (size > 0) yield* createReadStream(path(uploadId), { end: size - 1 });
    },
    withLocalFile: (uploadId, work) => work(path(uploadId)),
    async create(uploadId) {
      const file = await open(path(uploadId), 'a', 0o600);
      await file.close();
    },
    async size(uploadId) {
      const found = await stat(path(uploadId)).catch(missingAsNull);
      return found?.size ?? null;
    },
    async flush(uploadId) {
      const file = await open(path(uploadId), 'r+');
      try {
        await file.datasync();
      } finally {
        await file.close();
      }
    },
    async remove(uploadId) {
      await rm(path(uploadId), { force: true });
    },
    async list(before) {
      const names = (await readdir(directory)).filter((name) => FILE_NAME.test(name));
      const found = await Promise.all(
        names.map(async (name) => ({ name, stats: await stat(join(directory, name)).catch(missingAsNull) })),
      );
      return found.filter(({ stats }) => stats !== null && stats.mtime < before).map(({ name }) => name);
    },
  };
}

function missingAsNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
