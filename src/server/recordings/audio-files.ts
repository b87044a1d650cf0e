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
export type AudioFiles = ReturnType<typeof createAudioFiles>;

function named(folder: AudioFolder, uploadId: string): string {
  if (!UPLOAD_ID.test(uploadId)) throw new Error('Not the id of an upload.');
  return `${folder}/${uploadId}`;
}

export const recordingName = (uploadId: string) => named('audio', uploadId);

/** What was uploaded, while another file replaces the recording. */
export const uploadedName = (recording: string) => `${recording}.uploaded`;

export function createAudioFiles(store: FileStore) {
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
    create: (uploadId: string) => store.create(recording(uploadId)),
    offset: (uploadId: string) => store.offset(recording(uploadId)),
    /** Resolves to the new offset. Bytes before an interruption are stored. */
    append: (uploadId: string, place: { offset: number; size: number }, bytes: AsyncIterable<Uint8Array>) =>
      store.append(recording(uploadId), place, bytes),
    finish: (uploadId: string) => store.finish(recording(uploadId)),
    size: (uploadId: string) => store.size(recording(uploadId)),
    read: (uploadId: string, size: number) => store.open(recording(uploadId), { start: 0, end: size - 1 }),
    readPart: (uploadId: string, start: number, end: number) =>
      store.open(recording(uploadId), { start, end }),
    /** The local file may be gone afterward. */
    withLocalFile: <Result>(uploadId: string, work: (path: string) => Promise<Result>) =>
      store.materialise(recording(uploadId), work),
    keep: (uploadId: string, from: string) => writeAt(recording(uploadId), (path) => copyFile(from, path)),
    keepPlayback: (uploadId: string, from: string) =>
      writeAt(playback(uploadId), (path) => copyFile(from, path)),
    /** `make` gets an empty folder and returns the new file. The upload stays until `forgetUploaded`. */
    replaceUploaded: <Result extends { path: string }>(
      uploadId: string,
      make: (folder: string) => Promise<Result>,
    ) =>
      store.write(recording(uploadId), async (folder) => {
        const made = await make(folder);
        await store.move(recording(uploadId), uploaded(uploadId));
        return made;
      }),
    async restoreUploaded(uploadId: string): Promise<void> {
      await store.move(uploaded(uploadId), recording(uploadId));
    },
    forgetUploaded: (uploadId: string) => store.delete(uploaded(uploadId)),
    /** Includes the playback. If the store is unavailable, housekeeping does it. */
    async remove(uploadId: string): Promise<void> {
      await deleteIfThere(recording(uploadId));
      await deleteIfThere(playback(uploadId));
    },
    async rewrite<Result>(
      uploadId: string,
      write: (from: string, to: string) => Promise<Result>,
    ): Promise<Result> {
      const result = await store.materialise(recording(uploadId), (from) =>
        writeAt(recording(uploadId), (to) => write(from, to)),
      );
      await store.delete(playback(uploadId));
      return result;
    },
    /** If the store is unavailable, the next change of the recording does it. */
    removePlayback: (uploadId: string) => deleteIfThere(playback(uploadId)),
    playbackSize: (uploadId: string) => store.size(playback(uploadId)),
    readPlayback: (uploadId: string, start: number, end: number) =>
      store.open(playback(uploadId), { start, end }),
    writePlayback: <Result>(uploadId: string, write: (path: string) => Promise<Result>) =>
      writeAt(playback(uploadId), write),
    /** Those last written before `before`, in batches; with their playbacks unless `folders` leaves these out. */
    async *list(before: Date, folders: readonly AudioFolder[] = audioFolders): AsyncIterable<string[]> {
      for (const folder of folders)
        for await (const names of store.list(folder, before)) {
          const ids = names.map((name) => name.slice(folder.length + 1).slice(0, ID_LENGTH));
          yield [...new Set(ids.filter((id) => UPLOAD_ID.test(id)))];
        }
    },
  };
}
