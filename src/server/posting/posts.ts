import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { type Post, type PostPreview, postFailures } from '#contract/posting.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import { campaigns, sessions } from '#server/campaigns/tables.ts';
import type { NotesExports } from '#server/exports/notes-exports.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { JobQueue } from '#server/platform/job-queue.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { contentFor, type PostContent } from './post-content.ts';
import { campaignWebhooks, failedPost, isOpenPost, type PostRow, posts, type WebhookRow } from './tables.ts';
import { webhookOf } from './webhooks.ts';

export const deliverJob = 'deliver-post';
export const automaticJob = 'post-after-analysis';

export interface AutomaticJobData {
  analysisId: string;
  sessionId: string;
}

export type Posts = ReturnType<typeof createPosts>;

const mostListed = 20;
export const longestPostMs = 86_400_000;
const isSent = sql`jsonb_array_length(${posts.messageIds}) > 0`;

export function createPosts(deps: {
  database: Database;
  queue: Pick<JobQueue, 'send'>;
  exports: Pick<NotesExports, 'postMessages'>;
  clock: Clock;
}) {
  const { database, queue, clock } = deps;

  async function content(
    userId: string,
    sessionId: string,
  ): Promise<{ webhook: WebhookRow; made: PostContent } | null> {
    const { campaignId } = await ownSession(database.orm, userId, sessionId);
    const webhook = await webhookOf(database.orm, campaignId);
    if (webhook === null) return null;
    return { webhook, made: await contentFor(webhook, deps.exports, { userId, sessionId }) };
  }

  async function previous(orm: Orm, sessionId: string): Promise<PostRow | null> {
    const [row] = await orm
      .select()
      .from(posts)
      .where(and(eq(posts.sessionId, sessionId), isSent))
      .orderBy(desc(posts.id))
      .limit(1);
    return row ?? null;
  }

  async function open(orm: Orm, sessionId: string): Promise<PostRow | null> {
    await orm
      .update(posts)
      .set(failedPost('webhookBusy', clock.now()))
      .where(
        and(
          eq(posts.sessionId, sessionId),
          isOpenPost,
          lt(posts.createdAt, new Date(clock.now().getTime() - longestPostMs - 3_600_000)),
        ),
      );
    const [row] = await orm
      .select()
      .from(posts)
      .where(and(eq(posts.sessionId, sessionId), isOpenPost));
    return row ?? null;
  }

  async function insert(
    tx: Orm,
    values: { sessionId: string; webhook: WebhookRow; messages: string[]; analysisId: string | null },
  ): Promise<PostRow> {
    const { webhook, messages } = values;
    const now = clock.now();
    const row: PostRow = {
      id: newId(),
      sessionId: values.sessionId,
      webhookId: webhook.id,
      analysisId: values.analysisId,
      kind: webhook.kind,
      host: webhook.host,
      state: 'waiting',
      messages,
      messageCount: messages.length,
      messageIds: [],
      failedAttempts: 0,
      nextAttemptAt: now,
      link: null,
      failure: null,
      createdAt: now,
      finishedAt: null,
    };
    await tx.insert(posts).values(row);
    await queue.send(tx, deliverJob, { postId: row.id }, { singletonKey: row.id });
    return row;
  }

  return {
    async preview(userId: string, sessionId: string): Promise<PostPreview | null> {
      const found = await content(userId, sessionId);
      if (found === null) return null;
      const { webhook, made } = found;
      const before = await previous(database.orm, sessionId);
      return { kind: webhook.kind, host: webhook.host, ...made, previous: before && viewOfPost(before) };
    },

    /** @throws Refusal webhookMissing, notesTooLongToPost, nothingToPost, previewOutdated, alreadyPosted, postRunning */
    async create(
      userId: string,
      sessionId: string,
      { version, again }: { version: string; again: boolean },
    ): Promise<Post> {
      const found = await content(userId, sessionId);
      if (found === null) throw new Refusal('webhookMissing');
      const { webhook, made } = found;
      if (made.version !== version) throw new Refusal('previewOutdated');
      if (made.messages.length === 0) throw new Refusal('nothingToPost');
      return database.transaction(async (tx) => {
        const { campaignId } = await ownSession(tx, userId, sessionId, { forUpdate: true });
        if ((await webhookOf(tx, campaignId))?.id !== webhook.id) throw new Refusal('previewOutdated');
        if ((await open(tx, sessionId)) !== null) throw new Refusal('postRunning');
        if (!again && (await previous(tx, sessionId)) !== null) throw new Refusal('alreadyPosted');
        return viewOfPost(
          await insert(tx, { sessionId, webhook, messages: made.messages, analysisId: null }),
        );
      });
    },

    async list(userId: string, sessionId: string): Promise<Post[]> {
      await ownSession(database.orm, userId, sessionId);
      const rows = await database.orm
        .select()
        .from(posts)
        .where(eq(posts.sessionId, sessionId))
        .orderBy(desc(posts.id))
        .limit(mostListed);
      return rows.map(viewOfPost);
    },

    async notesFilled(tx: Orm, filled: AutomaticJobData): Promise<void> {
      const [wanted] = await tx
        .select({ id: campaignWebhooks.id })
        .from(campaignWebhooks)
        .innerJoin(sessions, eq(sessions.campaignId, campaignWebhooks.campaignId))
        .where(and(eq(sessions.id, filled.sessionId), eq(campaignWebhooks.automatic, true)));
      if (wanted !== undefined) await queue.send(tx, automaticJob, filled);
    },

    async postAfterAnalysis({ analysisId, sessionId }: AutomaticJobData): Promise<void> {
      const [owner] = await database.orm
        .select({ userId: campaigns.userId, automatic: campaignWebhooks.automatic })
        .from(sessions)
        .innerJoin(campaigns, eq(campaigns.id, sessions.campaignId))
        .innerJoin(campaignWebhooks, eq(campaignWebhooks.campaignId, campaigns.id))
        .where(eq(sessions.id, sessionId));
      if (!owner?.automatic) return;
      const found = await content(owner.userId, sessionId);
      if (found === null || found.made.messages.length === 0) return;
      const { webhook, made } = found;
      await database.transaction(async (tx) => {
        const { campaignId } = await ownSession(tx, owner.userId, sessionId, { forUpdate: true });
        const isSame = (await webhookOf(tx, campaignId))?.id === webhook.id;
        const before = (await open(tx, sessionId)) ?? (await previous(tx, sessionId));
        const [own] = await tx.select({ id: posts.id }).from(posts).where(eq(posts.analysisId, analysisId));
        if (!isSame || before !== null || own !== undefined) return;
        await insert(tx, { sessionId, webhook, messages: made.messages, analysisId });
      });
    },
  };
}

function viewOfPost(row: PostRow): Post {
  return {
    id: row.id,
    sessionId: row.sessionId,
    kind: row.kind,
    host: row.host,
    cause: row.analysisId === null ? 'user' : 'analysis',
    state: row.state,
    messageCount: row.messageCount,
    sentCount: row.messageIds.length,
    createdAt: row.createdAt.toISOString(),
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    link: row.link,
    failure: row.failure && { code: row.failure, message: postFailures[row.failure] },
  };
}
