import { and, desc, eq, inArray, lte } from 'drizzle-orm';
import type { Arrangement } from '#contract/recording-archives.ts';
import { textLimits } from '#contract/text-limits.ts';
import type { Upload } from '#contract/uploads.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import { sessions } from '#server/campaigns/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { lockUser, type Quotas, textOf } from '#server/platform/quotas.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { AudioFiles } from './audio-files.ts';
import { hasRunningAnalysis } from './running-analyses.ts';
import { shownUploadError } from './shown-upload-error.ts';
import { admitUpload, storageOf } from './storage.ts';
import { audioAssets, uploads } from './tables.ts';
import { tusPath } from './upload-bytes.ts';

export const verifyUploadJob = 'verify-upload';

export type UploadRow = typeof uploads.$inferSelect;

export interface UploadLimits {
  maxUploadBytes: number;
  /** Small enough for the client's timeout of 60 s. */
  chunkBytes: number;
  openUploadDays: number;
  quotas: Quotas;
}

interface Usage {
  usedBytes: number;
  limitBytes: number;
}

/** Of recordings, and of text. */
interface Storage extends Usage {
  text: Usage;
}

export type Uploads = ReturnType<typeof createUploads>;

export function createUploads(
  deps: Pick<Shared, 'database' | 'queue' | 'clock' | 'log'> & { files: AudioFiles; limits: UploadLimits },
) {
  const { database, files, queue, clock, limits } = deps;

  async function own(userId: string, uploadId: string): Promise<UploadRow> {
    const [row] = await database.orm
      .select({ upload: uploads })
      .from(uploads)
      .innerJoin(sessions, eq(sessions.id, uploads.sessionId))
      .where(and(eq(uploads.id, uploadId), eq(sessions.userId, userId)));
    if (row === undefined) throw new Refusal('notFound');
    return row.upload;
  }

  const isExpired = (row: UploadRow) => row.status === 'open' && row.expiresAt <= clock.now();

  async function view(row: UploadRow): Promise<Upload> {
    const status = isExpired(row) ? 'expired' : row.status;
    return {
      id: row.id,
      sessionId: row.sessionId,
      fileName: row.fileName,
      sizeBytes: row.sizeBytes,
      offset: await offsetOf(row, status),
      fingerprint: row.fingerprint,
      status,
      error: row.error && shownUploadError(row.error),
      ...(status === 'ready' ? await accountOf(row.id) : {}),
      tusUrl: `${tusPath}/${row.id}`,
      chunkBytes: limits.chunkBytes,
      expiresAt: row.expiresAt.toISOString(),
      createdAt: row.createdAt.toISOString(),
    };
  }

  async function accountOf(uploadId: string): Promise<Pick<Upload, 'account'>> {
    const [asset] = await database.orm
      .select({ account: audioAssets.account })
      .from(audioAssets)
      .where(eq(audioAssets.uploadId, uploadId))
      .limit(1);
    return asset?.account ? { account: asset.account } : {};
  }

  async function offsetOf(row: UploadRow, status: Upload['status']): Promise<number> {
    if (status === 'expired' || status === 'cancelled') return 0;
    return status === 'open' ? ((await files.offset(row.id)) ?? 0) : row.sizeBytes;
  }

  /** Does nothing before all bytes are stored. */
  async function complete(uploadId: string): Promise<void> {
    const [row] = await database.orm.select().from(uploads).where(eq(uploads.id, uploadId));
    if (row?.status !== 'open' || (await files.offset(uploadId)) !== row.sizeBytes) return;
    await files.finish(uploadId);
    await database.transaction(async (tx) => {
      const begun = await tx
        .update(uploads)
        .set({ status: 'verifying' })
        .where(and(eq(uploads.id, uploadId), eq(uploads.status, 'open')))
        .returning({ id: uploads.id });
      if (begun.length === 0) return;
      const [session] = await tx
        .select({ owner: sessions.userId })
        .from(sessions)
        .where(eq(sessions.id, row.sessionId));
      if (session !== undefined)
        await queue.send(tx, verifyUploadJob, { uploadId }, { singletonKey: uploadId, ...session });
    });
  }

  async function settled(row: UploadRow): Promise<UploadRow> {
    if (row.status !== 'open' || isExpired(row) || (await files.offset(row.id)) !== row.sizeBytes) return row;
    await complete(row.id);
    const [after] = await database.orm.select().from(uploads).where(eq(uploads.id, row.id));
    return after ?? row;
  }

  async function giveUp(tx: Orm, sessionId: string): Promise<string[]> {
    const given = await tx
      .update(uploads)
      .set({ status: 'cancelled' })
      .where(and(eq(uploads.sessionId, sessionId), inArray(uploads.status, ['open', 'verifying'])))
      .returning({ id: uploads.id });
    return given.map(({ id }) => id);
  }

  return {
    /** @throws Refusal notFound, uploadTooLarge, audioInUse, quotaReached */
    async create(
      userId: string,
      sessionId: string,
      wanted: { fileName: string; sizeBytes: number; fingerprint: string } & Arrangement,
    ): Promise<Upload> {
      if (wanted.sizeBytes > limits.maxUploadBytes) throw new Refusal('uploadTooLarge');
      const id = newId();
      await ownSession(database.orm, userId, sessionId);
      await files.create(id);
      const now = clock.now();
      const row: UploadRow = {
        id,
        sessionId,
        fileName: wanted.fileName,
        sizeBytes: wanted.sizeBytes,
        fingerprint: wanted.fingerprint,
        status: 'open',
        error: null,
        arrangement: wanted.arrangement ?? null,
        without: [...(wanted.without ?? [])],
        expiresAt: new Date(now.getTime() + limits.openUploadDays * 86_400_000),
        createdAt: now,
      };
      try {
        const given = await database.transaction(async (tx) => {
          await lockUser(tx, userId);
          await ownSession(tx, userId, sessionId, { forUpdate: true });
          if (await hasRunningAnalysis(tx, [sessionId])) throw new Refusal('audioInUse');
          const older = await giveUp(tx, sessionId);
          await admitUpload(tx, userId, wanted.sizeBytes, { quotas: limits.quotas, clock });
          await tx.insert(uploads).values(row);
          return older;
        });
        for (const older of given) await files.remove(older);
      } catch (error) {
        await files.remove(id);
        throw error;
      }
      return view(row);
    },

    async list(userId: string, sessionId: string, status?: Upload['status']): Promise<Upload[]> {
      await ownSession(database.orm, userId, sessionId);
      const rows = await database.orm
        .select()
        .from(uploads)
        .where(
          and(
            eq(uploads.sessionId, sessionId),
            // One that is open may turn out to be complete.
            status === undefined
              ? undefined
              : inArray(uploads.status, [...new Set([status, 'open' as const])]),
          ),
        )
        .orderBy(desc(uploads.createdAt), desc(uploads.id))
        .limit(textLimits.listedUploads.most);
      const views = await Promise.all(rows.map(async (row) => view(await settled(row))));
      return status === undefined ? views : views.filter((upload) => upload.status === status);
    },

    read: async (userId: string, uploadId: string) => view(await settled(await own(userId, uploadId))),

    async cancel(userId: string, uploadId: string): Promise<void> {
      await own(userId, uploadId);
      const cancelled = await database.orm
        .update(uploads)
        .set({ status: 'cancelled' })
        .where(and(eq(uploads.id, uploadId), inArray(uploads.status, ['open', 'verifying'])))
        .returning({ id: uploads.id });
      if (cancelled.length === 0) throw new Refusal('uploadNotOpen');
      await files.remove(uploadId);
    },

    /** For sending (`PATCH`) or the offset (`HEAD`). @throws Refusal notFound, uploadNotOpen, uploadExpired */
    async admit(userId: string, uploadId: string, method: string): Promise<void> {
      const row = await own(userId, uploadId);
      if (isExpired(row) || row.status === 'expired') throw new Refusal('uploadExpired');
      if (row.status === 'open') {
        if (method === 'HEAD') await complete(uploadId);
        return;
      }
      if (method !== 'HEAD' || (row.status !== 'verifying' && row.status !== 'ready')) {
        throw new Refusal('uploadNotOpen');
      }
    },

    async sizeOf(uploadId: string): Promise<number | null> {
      const [row] = await database.orm
        .select({ sizeBytes: uploads.sizeBytes, status: uploads.status })
        .from(uploads)
        .where(eq(uploads.id, uploadId));
      return row !== undefined && ['open', 'verifying', 'ready'].includes(row.status) ? row.sizeBytes : null;
    },

    async storage(userId: string): Promise<Storage> {
      const { usedBytes } = await storageOf(database.orm, userId, clock);
      return {
        usedBytes,
        limitBytes: limits.quotas.storedBytes,
        text: { usedBytes: await textOf(database.orm, userId), limitBytes: limits.quotas.textBytes },
      };
    },

    complete,

    async resume(): Promise<void> {
      const open = await database.orm.select().from(uploads).where(eq(uploads.status, 'open'));
      for (const row of open) await settled(row);
    },

    async expire(): Promise<void> {
      const expired = await database.orm
        .update(uploads)
        .set({ status: 'expired' })
        .where(and(eq(uploads.status, 'open'), lte(uploads.expiresAt, clock.now())))
        .returning({ id: uploads.id });
      for (const { id } of expired) await files.remove(id);
      if (expired.length > 0) deps.log.info({ count: expired.length }, 'uploads expired');
    },
  };
}
