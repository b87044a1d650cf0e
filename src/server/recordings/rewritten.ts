import { and, eq, isNull } from 'drizzle-orm';
import type { Orm } from '#server/platform/database/database.ts';
import type { AudioAssetRow } from './material.ts';
import { audioAssets, playbacks } from './tables.ts';

/** The stored recording has other sound now. @returns whether it is still stored */
export async function rewritten(
  tx: Orm,
  uploadId: string,
  facts: Partial<Pick<AudioAssetRow, 'sha256' | 'sizeBytes' | 'kind' | 'tracks' | 'mimeType' | 'fileName'>>,
): Promise<boolean> {
  const updated = await tx
    .update(audioAssets)
    // Other bytes than those that verification found playable.
    .set({ ...facts, playsAs: null })
    .where(and(eq(audioAssets.uploadId, uploadId), isNull(audioAssets.deletedAt)))
    .returning({ id: audioAssets.id });
  return updated.length > 0;
}

/** Its copy for browsers is made anew when somebody wants to hear it. */
export async function forgetPlayback(tx: Orm, uploadId: string): Promise<void> {
  await tx.delete(playbacks).where(eq(playbacks.uploadId, uploadId));
}
