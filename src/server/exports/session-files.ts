import { and, asc, eq, inArray, notExists, sql } from 'drizzle-orm';
import { unsilenced, voiceErasures } from '#server/erasure/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import type { AudioFiles } from '#server/recordings/audio-files.ts';
import { audioAssets } from '#server/recordings/tables.ts';
import { numbered, safeFileName } from './file-names.ts';

interface RecordingFile {
  name: string;
  uploadId: string;
  size: number;
}

/** Except those that still contain an erased voice. */
export async function recordingsOf(
  orm: Orm,
  files: Pick<AudioFiles, 'size'>,
  sessionId: string,
): Promise<RecordingFile[]> {
  const assets = await orm
    .select({ uploadId: audioAssets.uploadId, fileName: audioAssets.fileName })
    .from(audioAssets)
    .where(
      and(
        eq(audioAssets.sessionId, sessionId),
        notExists(
          orm
            .select({ one: sql`1` })
            .from(voiceErasures)
            .where(
              and(eq(voiceErasures.uploadId, audioAssets.uploadId), inArray(voiceErasures.sound, unsilenced)),
            ),
        ),
      ),
    )
    .orderBy(asc(audioAssets.createdAt));
  const found: RecordingFile[] = [];
  for (const { uploadId, fileName } of assets) {
    const size = await files.size(uploadId);
    if (size === null) continue;
    const name = numbered(found.length, safeFileName(fileName, 'recording'), 'recording');
    found.push({ name: `recordings/${name}`, uploadId, size });
  }
  return found;
}
