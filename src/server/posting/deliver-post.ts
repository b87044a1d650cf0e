import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { PostFailureCode } from '#contract/posting.ts';
import type { Orm } from '#server/platform/database/database.ts';
import type { Job, JobQueue } from '#server/platform/job-queue.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { CallWebhook } from './call-webhook.ts';
import { deliverJob, longestPostMs } from './posts.ts';
import { campaignWebhooks, failedPost, isOpenPost, type PostRow, posts } from './tables.ts';
import { turnOffAfter, type Webhooks } from './webhooks.ts';

export interface DeliverJobData {
  postId: string;
}

/** Seconds after consecutive failures: more than an hour in total. */
const pauses = [10, 30, 120, 600, 1200, 2400];
const turnSeconds = 5;

/** Records each message once it is answered, so a crash repeats at most one. */
export function createDeliverPost(
  deps: Pick<Shared, 'database' | 'clock' | 'log'> & {
    queue: Pick<JobQueue, 'send'>;
    webhooks: Pick<Webhooks, 'open'>;
    call: CallWebhook;
  },
): (job: Pick<Job<DeliverJobData>, 'data' | 'signal'>) => Promise<void> {
  const { database, queue, clock, call, log } = deps;

  const unchanged = ({ id, messageIds }: PostRow) =>
    and(eq(posts.id, id), isOpenPost, sql`jsonb_array_length(${posts.messageIds}) = ${messageIds.length}`);

  async function change(orm: Orm, row: PostRow, values: Partial<PostRow>): Promise<PostRow | null> {
    const [changed] = await orm.update(posts).set(values).where(unchanged(row)).returning();
    return changed ?? null;
  }

  async function again(row: PostRow, seconds: number, values: Partial<PostRow> = {}): Promise<void> {
    await database.transaction(async (tx) => {
      const nextAttemptAt = new Date(clock.now().getTime() + seconds * 1000);
      const changed = await change(tx, row, { ...values, state: 'waiting', nextAttemptAt });
      if (changed === null) return;
      await queue.send(tx, deliverJob, { postId: row.id }, { singletonKey: row.id, afterSeconds: seconds });
    });
  }

  async function fail(row: PostRow, code: PostFailureCode): Promise<void> {
    log.info({ postId: row.id, code }, 'A post failed.');
    await database.transaction(async (tx) => {
      await change(tx, row, failedPost(code, clock.now()));
      await turnOffAfter(tx, row.webhookId, code);
    });
  }

  async function earlier(row: PostRow): Promise<PostRow | null> {
    const [found] = await database.orm
      .select()
      .from(posts)
      .where(and(eq(posts.webhookId, row.webhookId), isOpenPost, lt(posts.id, row.id)))
      .orderBy(asc(posts.id))
      .limit(1);
    return found ?? null;
  }

  const secondsUntil = (time: Date | null) => ((time?.getTime() ?? 0) - clock.now().getTime()) / 1000;

  return async ({ data, signal }) => {
    const [found] = await database.orm.select().from(posts).where(eq(posts.id, data.postId));
    if (found === undefined || found.state === 'posted' || found.state === 'failed') return;
    if (clock.now().getTime() - found.createdAt.getTime() > longestPostMs) return fail(found, 'webhookBusy');
    const first = await earlier(found);
    if (first !== null) return again(found, Math.max(turnSeconds, secondsUntil(first.nextAttemptAt)));
    const [row] = await database.orm
      .select()
      .from(campaignWebhooks)
      .where(eq(campaignWebhooks.id, found.webhookId));
    if (row === undefined) return fail(found, 'webhookReplaced');
    const webhook = deps.webhooks.open(row);
    if (webhook === null) return fail(found, 'webhookUnreadable');

    let post = await change(database.orm, found, { state: 'sending', nextAttemptAt: null });
    while (post !== null) {
      const message = post.messages[post.messageIds.length];
      if (message === undefined) {
        const link = await call.linkTo(webhook, post.messageIds[0] ?? '', signal);
        await change(database.orm, post, {
          state: 'posted',
          messages: [],
          link,
          finishedAt: clock.now(),
        });
        return;
      }
      const outcome = await call.send(webhook, message, post.id, signal);
      switch (outcome.kind) {
        case 'sent': {
          const messageIds = [...post.messageIds, outcome.messageId];
          post = await change(database.orm, post, { messageIds, failedAttempts: 0 });
          const isLast = messageIds.length === found.messageCount;
          if (post !== null && outcome.restSeconds > 0 && !isLast) return again(post, outcome.restSeconds);
          break;
        }
        case 'wait':
          return again(post, outcome.seconds);
        case 'unreachable': {
          const pause = pauses[post.failedAttempts];
          if (pause === undefined) return fail(post, 'webhookUnreachable');
          return again(post, Math.max(pause, outcome.seconds), { failedAttempts: post.failedAttempts + 1 });
        }
        case 'failed':
          return fail(post, outcome.code);
      }
    }
  };
}
