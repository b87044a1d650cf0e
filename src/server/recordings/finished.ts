import type { Orm } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { AudioAssetRow } from './material.ts';
import { audioAssets, playbacks, uploads } from './tables.ts';

/** A recording whose files are stored already, with its playback. @returns its id */
export async function addFinishedRecording(
  tx: Orm,
  {
    playback,
    now,
    ...facts
  }: Pick<
    AudioAssetRow,
    'sessionId' | 'uploadId' | 'fileName' | 'mimeType' | 'sizeBytes' | 'durationSeconds' | 'sha256'
  > & { playback: Omit<typeof playbacks.$inferInsert, 'uploadId' | 'state'>; now: Date },
): Promise<string> {
  const { sessionId, uploadId, fileName, sizeBytes, sha256 } = facts;
  await tx.insert(uploads).values({
    id: uploadId,
    sessionId,
    fileName,
    sizeBytes,
    fingerprint: sha256,
    status: 'ready',
    expiresAt: now,
    createdAt: now,
  });
  const id = newId();
  await tx.insert(audioAssets).values({ ...facts, id, kind: 'single', createdAt: now });
  await tx.insert(playbacks).values({ uploadId, state: 'ready', ...playback });
  return id;
}
