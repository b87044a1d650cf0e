import type { ScriptRunner } from '#server/platform/database/database.ts';
import type { FileStore } from '#server/platform/files/port.ts';
import { recordingName, uploadedName } from '#server/recordings/audio-files.ts';

export interface NeededFile {
  name: string;
  bytes: number;
  /** Changes when the recording is written again. */
  mark: string;
}

/** Leaves out unfinished uploads: their browsers send them again. */
export async function neededFiles({ query }: ScriptRunner): Promise<NeededFile[]> {
  const rows = await query(
    `select upload_id::text as id, size_bytes::float8 as bytes, sha256 as mark from audio_assets where deleted_at is null
     union all select id::text, size_bytes::float8, status from uploads where status = 'verifying' order by id`,
  );
  return rows.map(({ id, bytes, mark }) => ({
    name: recordingName(String(id)),
    bytes: Number(bytes),
    mark: String(mark),
  }));
}

/** Uploads whose bytes the restored installation waits for. */
export async function openUploads({ query }: ScriptRunner): Promise<string[]> {
  const rows = await query("select id::text from uploads where status in ('open', 'verifying')");
  return rows.map(({ id }) => recordingName(String(id)));
}

/** While an archive of tracks is merged, it has another name. */
export async function* contentOf(store: FileStore, { name, mark }: NeededFile): AsyncGenerator<Uint8Array> {
  const uploaded = uploadedName(name);
  const isBeingMerged = mark === 'verifying' && (await store.size(uploaded)) !== null;
  yield* store.open(isBeingMerged ? uploaded : name);
}

export const isStored = async (store: FileStore, { name }: NeededFile): Promise<boolean> =>
  (await store.size(name)) !== null || (await store.size(uploadedName(name))) !== null;
