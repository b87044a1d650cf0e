import { and, eq, isNull } from 'drizzle-orm';
import type { Orm } from '#server/platform/database/database.ts';
import { audioAssets } from './tables.ts';

const isWaiting = and(
  eq(audioAssets.waitsToBeHeard, true),
  isNull(audioAssets.replacedAt),
  isNull(audioAssets.deletedAt),
);

/** Call it where a recording is refused because the server cannot transcribe. */
export async function rememberWaiting(orm: Orm, audioAssetId: string): Promise<void> {
  await orm.update(audioAssets).set({ waitsToBeHeard: true }).where(eq(audioAssets.id, audioAssetId));
}

export async function isAnyWaiting(orm: Orm): Promise<boolean> {
  return (await orm.select({ id: audioAssets.id }).from(audioAssets).where(isWaiting).limit(1)).length > 0;
}

/** Their sessions. They wait no longer. */
export async function takeWaiting(tx: Orm): Promise<string[]> {
  const taken = await tx
    .update(audioAssets)
    .set({ waitsToBeHeard: false })
    .where(isWaiting)
    .returning({ sessionId: audioAssets.sessionId });
  return taken.map(({ sessionId }) => sessionId);
}
