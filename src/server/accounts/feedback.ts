import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { FeedbackEntry, FeedbackFields } from '#contract/feedback.ts';
import { newId } from '#server/platform/ids.ts';
import type { Shared } from '#server/platform/shared.ts';
import { feedback, users } from './tables.ts';

const sameWithinMs = 86_400_000;

export type FeedbackBox = ReturnType<typeof createFeedbackBox>;

export function createFeedbackBox({ database, clock }: Pick<Shared, 'database' | 'clock'>) {
  return {
    /** Once per user, text and day, because browsers resend after a lost response. */
    keep: (userId: string, fields: FeedbackFields) =>
      database.transaction(async (tx) => {
        const createdAt = clock.now();
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`feedback ${userId}`}, 0))`);
        const since = new Date(createdAt.getTime() - sameWithinMs);
        const kept = await tx
          .select()
          .from(feedback)
          .where(
            and(
              eq(feedback.userId, userId),
              gt(feedback.createdAt, since),
              eq(feedback.comment, fields.comment),
            ),
          );
        const categories = fields.categories.toSorted();
        const same = kept.find(
          (one) =>
            one.openToContact === fields.openToContact &&
            one.referenceId === fields.referenceId &&
            one.categories.toSorted().join() === categories.join(),
        );
        if (same !== undefined) return { feedbackId: same.id, isNew: false };
        const id = newId();
        await tx.insert(feedback).values({ ...fields, id, userId, createdAt });
        return { feedbackId: id, isNew: true };
      }),

    async list({ before, limit }: { before?: Date | undefined; limit: number }): Promise<FeedbackEntry[]> {
      const rows = await database.orm
        .select({ entry: feedback, userEmail: users.email })
        .from(feedback)
        .innerJoin(users, eq(users.id, feedback.userId))
        .where(before === undefined ? undefined : lt(feedback.createdAt, before))
        .orderBy(desc(feedback.createdAt), desc(feedback.id))
        .limit(limit);
      return rows.map(({ entry: { id, userId: _, createdAt, ...fields }, userEmail }) => ({
        feedbackId: id,
        userEmail,
        createdAt: createdAt.toISOString(),
        ...fields,
      }));
    },
  };
}
