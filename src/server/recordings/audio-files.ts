import { mkdirSync } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const FILE_NAME = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The recordings on disk, one file per upload, named by its id only. The file's size is the authoritative
 * offset of an upload.
 */
export interface AudioFiles {
  readonly directory: string;
  path(uploadId: string): string;
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
    directory,
    path,
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
