import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { areFilesUnavailable, type FileStore } from '#server/platform/files/port.ts';

const UPLOAD_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const ID_LENGTH = 36;

/** The id that recordings and their database share. */
export const filesIdName = 'audio/files-id';

export const audioFolders = ['audio', 'playback'] as const;
type AudioFolder = (typeof audioFolders)[number];

/** One file per upload, named by its id. The number of stored bytes is the upload's offset. */
export interface AudioFiles {
  create(uploadId: string): Promise<void>;
  offset(uploadId: string): Promise<number | null>;
  /** Resolves to the new offset. Bytes before an interruption are stored. */
  append(
    uploadId: string,
    place: { offset: number; size: number },
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<number>;
  finish(uploadId: string): Promise<void>;
  size(uploadId: string): Promise<number | null>;
  read(uploadId: string, size: number): AsyncIterable<Uint8Array>;
  readPart(uploadId: string, start: number, end: number): AsyncGenerator<Uint8Array>;
  /** The local file may be gone afterward. */
  withLocalFile<Result>(uploadId: string, work: (path: string) => Promise<Result>): Promise<Result>;
  keep(uploadId: string, from: string): Promise<void>;
  keepPlayback(uploadId: string, from: string): Promise<void>;
  /** `make` gets an empty folder and returns the new file. The upload stays until `forgetUploaded`. */
  replaceUploaded<Result extends { path: string }>(
    uploadId: string,
    make: (folder: string) => Promise<Result>,
  ): Promise<Result>;
  restoreUploaded(uploadId: string): Promise<void>;
  forgetUploaded(uploadId: string): Promise<void>;
  /** Includes the playback. If the store is unavailable, housekeeping does it. */
  remove(uploadId: string): Promise<void>;
  rewrite<Result>(uploadId: string, write: (from: string, to: string) => Promise<Result>): Promise<Result>;
  /** If the store is unavailable, the next change of the recording does it. */
  removePlayback(uploadId: string): Promise<void>;
  playbackSize(uploadId: string): Promise<number | null>;
  readPlayback(uploadId: string, start: number, end: number): AsyncGenerator<Uint8Array>;
  writePlayback<Result>(uploadId: string, write: (path: string) => Promise<Result>): Promise<Result>;
  /** Those last written before `before`, in batches; with their playbacks unless `folders` leaves these out. */
  list(before: Date, folders?: readonly AudioFolder[]): AsyncIterable<string[]>;
}

function named(folder: AudioFolder, uploadId: string): string {
  if (!UPLOAD_ID.test(uploadId)) throw new Error('Not the id of an upload.');
  return `${folder}/${uploadId}`;
}

export const recordingName = (uploadId: string) => named('audio', uploadId);

/** What was uploaded, while another file replaces the recording. */
export const uploadedName = (recording: string) => `${recording}.uploaded`;

export function createAudioFiles(store: FileStore): AudioFiles {
  const recording = recordingName;
  const uploaded = (uploadId: string) => uploadedName(recording(uploadId));
  const playback = (uploadId: string) => named('playback', uploadId);

  async function deleteIfThere(name: string): Promise<void> {
    await store.delete(name).catch((error: unknown) => {
      if (!areFilesUnavailable(error)) throw error;
    });
  }

  /** What it is made from may have the same name. */
  async function writeAt<Result>(name: string, write: (path: string) => Promise<Result>): Promise<Result> {
    const { result } = await store.write(name, async (folder) => {
      const path = join(folder, 'made');
      return { path, result: await write(path) };
    });
    return result;
  }

  return {
    create: (uploadId) => store.create(recording(uploadId)),
    offset: (uploadId) => store.offset(recording(uploadId)),
    append: (uploadId, place, bytes) => store.append(recording(uploadId), place, bytes),
    finish: (uploadId) => store.finish(recording(uploadId)),
    size: (uploadId) => store.size(recording(uploadId)),
    read: (uploadId, size) => store.open(recording(uploadId), { start: 0, end: size - 1 }),
    readPart: (uploadId, start, end) => store.open(recording(uploadId), { start, end }),
    withLocalFile: (uploadId, work) => store.materialise(recording(uploadId), work),
    keep: (uploadId, from) => writeAt(recording(uploadId), (path) => copyFile(from, path)),
    keepPlayback: (uploadId, from) => writeAt(playback(uploadId), (path) => copyFile(from, path)),
    replaceUploaded: (uploadId, make) =>
      store.write(recording(uploadId), async (folder) => {
        const made = await make(folder);
        await store.move(recording(uploadId), uploaded(uploadId));
        return made;
      }),
    async restoreUploaded(uploadId) {
      await store.move(uploaded(uploadId), recording(uploadId));
    },
    forgetUploaded: (uploadId) => store.delete(uploaded(uploadId)),
    async remove(uploadId) {
      await deleteIfThere(recording(uploadId));
      await deleteIfThere(playback(uploadId));
    },
    async rewrite(uploadId, write) {
      const result = await store.materialise(recording(uploadId), (from) =>
        writeAt(recording(uploadId), (to) => write(from, to)),
      );
      await store.delete(playback(uploadId));
      return result;
    },
    removePlayback: (uploadId) => deleteIfThere(playback(uploadId)),
    playbackSize: (uploadId) => store.size(playback(uploadId)),
    readPlayback: (uploadId, start, end) => store.open(playback(uploadId), { start, end }),
    writePlayback: (uploadId, write) => writeAt(playback(uploadId), write),
    async *list(before, folders = audioFolders) {
      for (const folder of folders)
        for await (const names of store.list(folder, before)) {
          const ids = names.map((name) => name.slice(folder.length + 1).slice(0, ID_LENGTH));
          yield [...new Set(ids.filter((id) => UPLOAD_ID.test(id)))];
        }
    },
  };
}
