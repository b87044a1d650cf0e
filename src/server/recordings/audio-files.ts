import { randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Configstore, FileStore } from '@tus/file-store';

const FILE_NAME = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const ID_LENGTH = 36;

/**
 * The stored recordings, one file per upload, named by the upload's id and by nothing that a person chose. The number
 * of stored bytes is the upload's offset. A recording may have a playback, which goes when it goes. Only this file knows
 * that they are on a disk.
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
  /** Copies a file in as a whole recording. */
  keep(uploadId: string, from: string): Promise<void>;
  /**
   * Puts another file in the place of an upload. `make` gets the upload's path and an empty folder, and gives the path of
   * the file in it that becomes the recording. What was uploaded is kept until `forgetUploaded`.
   */
  replaceUploaded<Result extends { path: string }>(
    uploadId: string,
    make: (path: string, folder: string) => Promise<Result>,
  ): Promise<Result>;
  /** Takes back `replaceUploaded`, also one that a crash interrupted. */
  restoreUploaded(uploadId: string): Promise<void>;
  /** Removes what was uploaded, if something else took its place. */
  forgetUploaded(uploadId: string): Promise<void>;
  /** Null without a file. */
  size(uploadId: string): Promise<number | null>;
  /** Flushes the file to disk. */
  flush(uploadId: string): Promise<void>;
  /** Removes the recording and its playback. */
  remove(uploadId: string): Promise<void>;
  /** Replaces a recording by the file that `write` makes of it, once it has succeeded; its playback goes. */
  rewrite<Result>(uploadId: string, write: (from: string, to: string) => Promise<Result>): Promise<Result>;
  removePlayback(uploadId: string): Promise<void>;
  /** Null without a playback. */
  playbackSize(uploadId: string): Promise<number | null>;
  /** The bytes of a playback from `start` to `end`, both included. */
  readPlayback(uploadId: string, start: number, end: number): AsyncGenerator<Uint8Array>;
  /** `write` gets the path of a file that becomes the playback once it has succeeded. */
  writePlayback<Result>(uploadId: string, write: (path: string) => Promise<Result>): Promise<Result>;
  /** Ids of uploads with files last written before `before`. */
  list(before: Date): Promise<string[]>;
}

/** @param dataFolder its folders `audio` and `playback` are created if missing */
export function openAudioFiles(dataFolder: string): AudioFiles {
  const directory = join(dataFolder, 'audio');
  const playbacks = join(dataFolder, 'playback');
  for (const folder of [directory, playbacks]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pathIn = (folder: string) => (uploadId: string) => {
    if (!FILE_NAME.test(uploadId)) throw new Error('Not the id of an upload.');
    return join(folder, uploadId);
  };
  const path = pathIn(directory);
  const playbackPath = pathIn(playbacks);
  /** Removes what a killed process was writing. */
  async function removeDrafts(uploadId: string) {
    const drafts = (await readdir(playbacks)).filter((name) => name.startsWith(`${uploadId}.`));
    for (const draft of drafts) await rm(join(playbacks, draft), { force: true });
  }
  const uploadedPath = (uploadId: string) => `${path(uploadId)}.uploaded`;
  const workPath = (uploadId: string) => `${path(uploadId)}.work`;
  const clear = (folder: string) => rm(folder, { recursive: true, force: true });
  async function oldIn(folder: string, before: Date): Promise<string[]> {
    const names = (await readdir(folder)).filter((name) => FILE_NAME.test(name.slice(0, ID_LENGTH)));
    const found = await Promise.all(
      names.map(async (name) => ({ name, stats: await stat(join(folder, name)).catch(missingAsNull) })),
    );
    return found
      .filter(({ stats }) => stats !== null && stats.mtime < before)
      .map(({ name }) => name.slice(0, ID_LENGTH));
  }
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
    keep: (uploadId, from) => copyFile(from, path(uploadId)),
    async replaceUploaded(uploadId, make) {
      const folder = workPath(uploadId);
      await clear(folder);
      await mkdir(folder, { mode: 0o700 });
      try {
        const made = await make(path(uploadId), folder);
        await flushFile(made.path);
        await rename(path(uploadId), uploadedPath(uploadId));
        await rename(made.path, path(uploadId));
        return made;
      } finally {
        await clear(folder);
      }
    },
    async restoreUploaded(uploadId) {
      await rename(uploadedPath(uploadId), path(uploadId)).catch(missingAsNull);
    },
    forgetUploaded: (uploadId) => rm(uploadedPath(uploadId), { force: true }),
    async size(uploadId) {
      const found = await stat(path(uploadId)).catch(missingAsNull);
      return found?.size ?? null;
    },
    flush: (uploadId) => flushFile(path(uploadId)),
    async remove(uploadId) {
      for (const each of [path, uploadedPath, workPath]) await clear(each(uploadId));
      await rm(playbackPath(uploadId), { force: true });
      await removeDrafts(uploadId);
    },
    async rewrite(uploadId, write) {
      await removeDrafts(uploadId);
      const draft = `${playbackPath(uploadId)}.${randomUUID()}`;
      try {
        const result = await write(path(uploadId), draft);
        await rename(draft, path(uploadId));
        await rm(playbackPath(uploadId), { force: true });
        return result;
      } finally {
        await rm(draft, { force: true });
      }
    },
    removePlayback: (uploadId) => rm(playbackPath(uploadId), { force: true }),
    async playbackSize(uploadId) {
      const found = await stat(playbackPath(uploadId)).catch(missingAsNull);
      return found?.size ?? null;
    },
    async *readPlayback(uploadId, start, end) {
      yield* createReadStream(playbackPath(uploadId), { start, end });
    },
    async writePlayback(uploadId, write) {
      await removeDrafts(uploadId);
      const draft = `${playbackPath(uploadId)}.${randomUUID()}`;
      try {
        const result = await write(draft);
        await rename(draft, playbackPath(uploadId));
        return result;
      } finally {
        await rm(draft, { force: true });
      }
    },
    async list(before) {
      const lists = await Promise.all([directory, playbacks].map((folder) => oldIn(folder, before)));
      return [...new Set(lists.flat())];
    },
  };
}

async function flushFile(path: string): Promise<void> {
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
