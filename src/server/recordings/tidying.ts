import { and, eq, inArray, isNotNull, isNull, lte, notExists, notInArray, or, sql } from 'drizzle-orm';
import { analyses, finalStatuses } from '#server/analyses/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { AudioFiles } from './audio-files.ts';
import { findMissingRecordings } from './missing-recordings.ts';
import { audioAssets, playbacks, uploads } from './tables.ts';

/** A younger file may belong to an upload whose row is not written yet. */
const ORPHAN_AGE_MS = 3_600_000;

/** Until when a recording is stored. Its row goes now if that is now: a page that reloads must not offer it. */
export async function storeUntil(
  tx: Orm,
  audioAssetId: string,
  { storedUntil, now }: { storedUntil: Date; now: Date },
): Promise<void> {
  const asset = eq(audioAssets.id, audioAssetId);
  await tx.update(audioAssets).set({ storedUntil }).where(asset);
  if (storedUntil <= now)
    await tx
      .update(audioAssets)
      .set({ deletedAt: now })
      .where(and(asset, isNull(audioAssets.deletedAt)));
}

export function createTidying({
  database,
  files,
  clock,
  log,
}: Pick<Shared, 'database' | 'clock' | 'log'> & { files: AudioFiles }) {
  async function sweep(names: string[]): Promise<void> {
    if (names.length === 0) return;
    const open = await database.orm
      .select({ id: uploads.id })
      .from(uploads)
      .where(and(inArray(uploads.id, names), inArray(uploads.status, ['open', 'verifying'])));
    const kept = await database.orm
      .select({ id: audioAssets.uploadId })
      .from(audioAssets)
      .where(and(inArray(audioAssets.uploadId, names), isNull(audioAssets.deletedAt)));
    const needed = new Set([...open, ...kept].map(({ id }) => id));
    const orphans = names.filter((name) => !needed.has(name));
    for (const name of orphans) await files.remove(name);
    if (orphans.length > 0) log.info({ count: orphans.length }, 'files without an upload deleted');
  }

  return {
    /** Deletes recordings that are replaced or whose time is over, unless an analysis needs them. */
    async tidy(sessionId?: string): Promise<void> {
      const now = clock.now();
      const isOver = or(isNotNull(audioAssets.replacedAt), lte(audioAssets.storedUntil, now));
      const inUse = database.orm
        .select({ one: sql`1` })
        .from(analyses)
        .where(
          and(eq(analyses.audioAssetId, audioAssets.id), notInArray(analyses.status, [...finalStatuses])),
        );
      // An analysis marks its recording deleted if it is not kept at all; its files are still there.
      const isTidied =
        sessionId === undefined ? isNull(audioAssets.deletedAt) : eq(audioAssets.sessionId, sessionId);
      const deleted = await database.orm
        .update(audioAssets)
        .set({
          deletedAt: sql`coalesce(${audioAssets.deletedAt}, ${sql.param(now, audioAssets.deletedAt)})`,
          introductions: [],
        })
        .where(and(isOver, notExists(inUse), isTidied))
        .returning({ uploadId: audioAssets.uploadId });
      if (deleted.length === 0) return;
      const uploadIds = deleted.map(({ uploadId }) => uploadId);
      await database.orm.delete(playbacks).where(inArray(playbacks.uploadId, uploadIds));
      for (const uploadId of uploadIds) await files.remove(uploadId);
      log.info({ count: uploadIds.length }, 'recordings deleted');
    },

    async sweepFiles(): Promise<void> {
      for await (const names of files.list(new Date(Date.now() - ORPHAN_AGE_MS))) await sweep(names);
    },

    async reportMissing(): Promise<void> {
      const { count, missing } = await findMissingRecordings(database.orm, files);
      if (missing.length > 0)
        log.error(
          { missing: missing.length, recordings: count },
          'Recordings are missing from the data folder or the bucket. Their sessions can’t play or analyze them. Put the files back from a backup; `npm run reconcile` lists them.',
        );
    },
  };
}
