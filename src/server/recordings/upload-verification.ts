import { stat } from 'node:fs/promises';
import { and, eq, isNull } from 'drizzle-orm';
import { lockSession } from '#server/campaigns/lock-session.ts';
import { AudioError, DecoderMissing } from '#server/engines/audio/errors.ts';
import { hearFile } from '#server/engines/audio/hear-recording.ts';
import { isReadableAsItIs, mergeArchive, writeHeard } from '#server/engines/audio/merge-archive.ts';
import { playableType } from '#server/engines/audio/playable.ts';
import { sniffAudioFile } from '#server/engines/audio/sniff.ts';
import { isZipFile } from '#server/engines/audio/unpack.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { sha256OfFile } from '#server/platform/file-hash.ts';
import { newId } from '#server/platform/ids.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { AudioFiles } from './audio-files.ts';
import type { AudioAssetRow } from './material.ts';
import { audioAssets, transcripts, uploads } from './tables.ts';
import type { UploadRow } from './uploads.ts';

type Findings = Pick<
  AudioAssetRow,
  'kind' | 'tracks' | 'fileName' | 'mimeType' | 'sizeBytes' | 'durationSeconds' | 'account' | 'playsAs'
> & {
  sha256: string;
};

/** Merges a zip (D4). The older audio stays until then (D5). Repeatable after a crash. */
type VerifyUpload = (uploadId: string, signal: AbortSignal) => Promise<void>;

export function createUploadVerification(
  deps: Pick<Shared, 'database' | 'clock' | 'log'> & {
    files: AudioFiles;
    maxAudioSeconds: number;
    maxUploadBytes: number;
    tidy(sessionId: string): Promise<void>;
  },
): VerifyUpload {
  const { database, files, clock, log } = deps;

  async function stored<Made extends { path: string }>(made: Made) {
    const { mimeType } = await sniffAudioFile(made.path);
    const { size: sizeBytes } = await stat(made.path);
    return { ...made, mimeType, sizeBytes };
  }

  const mergedName = ({ fileName }: UploadRow) => `${fileName.replace(/\.[^.]*$/, '')}.mka`;

  const examine = (row: UploadRow, signal: AbortSignal): Promise<Findings> =>
    files.withLocalFile(row.id, async (path) => {
      const { maxUploadBytes: maxBytes, maxAudioSeconds: maxSeconds } = deps;
      const sha256 = await sha256OfFile(path, signal);
      if (await isZipFile(path)) {
        const decided = { arrangement: row.arrangement, without: row.without };
        const { path: _, ...merged } = await files.replaceUploaded(row.id, async (folder) =>
          stored(await mergeArchive(path, folder, { maxBytes, maxSeconds, signal, ...decided })),
        );
        const fileName = merged.kind === 'single' ? row.fileName : mergedName(row);
        return { ...merged, fileName, sha256, playsAs: null };
      }
      const heard = await hearFile(path, { maxSeconds, signal });
      if (isReadableAsItIs(heard)) {
        const { durationSeconds, account } = heard;
        const { path: _, ...found } = await stored({ path });
        return {
          kind: 'single',
          tracks: [],
          fileName: row.fileName,
          sha256,
          durationSeconds,
          account,
          playsAs: await playableType(path, heard),
          ...found,
        };
      }
      const { path: _, ...written } = await files.replaceUploaded(row.id, async (folder) =>
        stored(await writeHeard(heard, folder, signal)),
      );
      return { ...written, fileName: mergedName(row), sha256, playsAs: null };
    });

  async function reject(row: UploadRow, error: AudioError): Promise<void> {
    const isOurs = error.code === 'decoderMissing';
    const message = isOurs ? DecoderMissing.forUser : error.message;
    const told = { uploadId: row.id, code: error.code, reason: isOurs ? error.message : error.cause };
    log[isOurs ? 'error' : 'info'](told, 'upload rejected');
    await database.orm
      .update(uploads)
      .set({ status: 'rejected', error: { code: error.code, message } })
      .where(and(eq(uploads.id, row.id), eq(uploads.status, 'verifying')));
    await files.remove(row.id);
  }

  async function accept(row: UploadRow, findings: Findings): Promise<boolean> {
    return database.transaction(async (tx) => {
      await lockSession(tx, row.sessionId);
      const accepted = await tx
        .update(uploads)
        .set({ status: 'ready', sizeBytes: findings.sizeBytes })
        .where(and(eq(uploads.id, row.id), eq(uploads.status, 'verifying')))
        .returning({ id: uploads.id });
      if (accepted.length === 0) return false;
      await makeCurrent(tx, row, findings);
      return true;
    });
  }

  async function makeCurrent(tx: Orm, row: UploadRow, findings: Findings): Promise<void> {
    const now = clock.now();
    const { sha256, ...recording } = findings;
    const isCurrent = and(eq(audioAssets.sessionId, row.sessionId), isNull(audioAssets.replacedAt));
    const [current] = await tx.select().from(audioAssets).where(isCurrent);
    const isSameRecording = current?.sha256 === sha256;
    const currentTranscript = and(eq(transcripts.sessionId, row.sessionId), isNull(transcripts.replacedAt));
    if (isSameRecording) {
      // The same bytes: their transcript is still valid (D8), unlike an imported one.
      await tx
        .update(audioAssets)
        .set({ ...recording, uploadId: row.id, deletedAt: null, storedUntil: null })
        .where(isCurrent);
      await tx
        .update(transcripts)
        .set({ replacedAt: now })
        .where(and(currentTranscript, eq(transcripts.source, 'import')));
      return;
    }
    await tx.update(audioAssets).set({ replacedAt: now }).where(isCurrent);
    await tx.update(transcripts).set({ replacedAt: now }).where(currentTranscript);
    await tx.insert(audioAssets).values({
      id: newId(),
      sessionId: row.sessionId,
      uploadId: row.id,
      ...recording,
      sha256,
      createdAt: now,
    });
  }

  return async (uploadId, signal) => {
    const [row] = await database.orm.select().from(uploads).where(eq(uploads.id, uploadId));
    if (row?.status === 'ready') await files.forgetUploaded(uploadId);
    if (row?.status !== 'verifying') return;
    await files.restoreUploaded(uploadId);
    if ((await files.offset(uploadId)) !== row.sizeBytes) {
      log.warn({ uploadId }, 'bytes of a complete upload are missing; it is open again');
      await database.orm
        .update(uploads)
        .set({ status: 'open' })
        .where(and(eq(uploads.id, uploadId), eq(uploads.status, 'verifying')));
      return;
    }
    try {
      const findings = await examine(row, signal);
      if (await accept(row, findings)) await files.forgetUploaded(uploadId);
      else await files.remove(uploadId);
      await deps.tidy(row.sessionId);
    } catch (error) {
      if (!(error instanceof AudioError)) throw error;
      await reject(row, error);
    }
  };
}
