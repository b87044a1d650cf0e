import { eq, isNull } from 'drizzle-orm';
import { sessions } from '#server/campaigns/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { areFilesUnavailable } from '#server/platform/files/port.ts';
import type { AudioFiles } from './audio-files.ts';
import { audioAssets } from './tables.ts';

interface MissingRecordings {
  /** Recordings that should be stored. */
  count: number;
  missing: { uploadId: string; userId: string; sessionId: string; fileName: string }[];
}

/** Compares the rows with a list of the store: after a lost disk or an incomplete restore, files may be missing. */
export async function findMissingRecordings(
  orm: Orm,
  files: Pick<AudioFiles, 'list'>,
): Promise<MissingRecordings> {
  const { uploadId, sessionId, fileName } = audioAssets;
  const isKept = isNull(audioAssets.deletedAt);
  const rows = await orm
    .select({ uploadId, sessionId, fileName, userId: sessions.userId })
    .from(audioAssets)
    .innerJoin(sessions, eq(sessions.id, sessionId))
    .where(isKept);
  const stored = new Set<string>();
  for await (const ids of files.list(new Date(8.64e15), ['audio'])) for (const id of ids) stored.add(id);
  const absent = rows.filter((row) => !stored.has(row.uploadId));
  if (absent.length === 0) return { count: rows.length, missing: [] };
  // Those deleted since are not missing.
  const kept = await orm.select({ uploadId }).from(audioAssets).where(isKept);
  const stillKept = new Set(kept.map((row) => row.uploadId));
  return { count: rows.length, missing: absent.filter((row) => stillKept.has(row.uploadId)) };
}

/** False while the store cannot be reached: what needs it waits. */
export async function isMissing(files: Pick<AudioFiles, 'size'>, uploadId: string): Promise<boolean> {
  try {
    return (await files.size(uploadId)) === null;
  } catch (error) {
    if (areFilesUnavailable(error)) return false;
    throw error;
  }
}
