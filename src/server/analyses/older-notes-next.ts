import { and, eq, or, sql } from 'drizzle-orm';
import { sessions } from '#server/campaigns/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import type { JobQueue } from '#server/platform/job-queue.ts';
import { olderNotes } from './tables.ts';

export const olderNotesJob = 'older-notes';

const keyPrefix = 'older notes:';

/** Of the analysis of one session of a run. */
export const olderNotesKey = (runId: string, sessionId: string) => `${keyPrefix}${runId}:${sessionId}`;

export const isOfOlderNotes = ({ idempotencyKey }: { idempotencyKey: string }): boolean =>
  idempotencyKey.startsWith(keyPrefix);

export const isUnderWay = or(
  eq(olderNotes.state, 'running'),
  sql`${olderNotes.items} @> '[{"state": "writing"}]'::jsonb`,
);

export const advanceOlderNotes = (
  queue: Pick<JobQueue, 'send'>,
  tx: Orm,
  { id, campaignId }: { id: string; campaignId: string },
) => queue.send(tx, olderNotesJob, { campaignId }, { singletonKey: id });

/** Call where an analysis ends, in its transaction: the next session of the run begins. */
export async function continueOlderNotes(
  queue: Pick<JobQueue, 'send'>,
  tx: Orm,
  sessionId: string,
): Promise<void> {
  const [run] = await tx
    .select({ id: olderNotes.id, campaignId: olderNotes.campaignId })
    .from(olderNotes)
    .innerJoin(sessions, eq(sessions.campaignId, olderNotes.campaignId))
    .where(and(eq(sessions.id, sessionId), isUnderWay));
  if (run !== undefined) await advanceOlderNotes(queue, tx, run);
}
