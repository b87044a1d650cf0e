import { and, count, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { byteSize } from '#contract/byte-size.ts';
import { present } from '#contract/unknown-values.ts';
import { sessions } from '#server/campaigns/tables.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { type Quotas, quotaReached } from '#server/platform/quotas.ts';
import { audioAssets, uploads } from './tables.ts';

export async function storageOf(
  orm: Orm,
  userId: string,
  clock: Clock,
): Promise<{ usedBytes: number; uploads: number }> {
  const bytes = sql<number>`coalesce(sum(size_bytes), 0)`.mapWith(Number);
  const [unfinished] = await orm
    .select({ bytes, uploads: count() })
    .from(uploads)
    .innerJoin(sessions, eq(sessions.id, uploads.sessionId))
    .where(
      and(
        eq(sessions.userId, userId),
        or(
          eq(uploads.status, 'verifying'),
          and(eq(uploads.status, 'open'), gt(uploads.expiresAt, clock.now())),
        ),
      ),
    );
  const [kept] = await orm
    .select({ bytes })
    .from(audioAssets)
    .innerJoin(sessions, eq(sessions.id, audioAssets.sessionId))
    .where(and(eq(sessions.userId, userId), isNull(audioAssets.deletedAt)));
  const begun = present(unfinished, 'sum of the uploads');
  return { usedBytes: begun.bytes + present(kept, 'sum of the recordings').bytes, uploads: begun.uploads };
}

/** With the user locked. @throws Refusal quotaReached */
export async function admitUpload(
  tx: Orm,
  userId: string,
  sizeBytes: number,
  { quotas, clock }: { quotas: Quotas; clock: Clock },
): Promise<void> {
  const { usedBytes, uploads: unfinished } = await storageOf(tx, userId, clock);
  if (unfinished >= quotas.uploads)
    throw quotaReached('uploads', {
      limit: quotas.uploads,
      message: `You have ${unfinished} unfinished uploads, the most that one account can have. Finish or discard one, then try again.`,
    });
  if (usedBytes + sizeBytes > quotas.storedBytes)
    throw quotaReached('storedBytes', {
      limit: quotas.storedBytes,
      message: `Your storage is full: this file needs ${byteSize(sizeBytes)}, and ${byteSize(Math.max(0, quotas.storedBytes - usedBytes))} of ${byteSize(quotas.storedBytes)} are free. Delete recordings or sessions that you no longer need, or discard unfinished uploads, then try again.`,
    });
}
