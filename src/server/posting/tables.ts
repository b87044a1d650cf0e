import { inArray } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Post, PostFailureCode, WebhookKind } from '#contract/posting.ts';
import { instant } from '#server/platform/database/columns.ts';

export const campaignWebhooks = pgTable('campaign_webhooks', {
  campaignId: uuid('campaign_id').primaryKey(),
  id: uuid('id').notNull(),
  kind: text('kind').$type<WebhookKind>().notNull(),
  host: text('host').notNull(),
  ending: text('ending').notNull(),
  address: text('address').notNull(),
  secret: text('secret'),
  automatic: boolean('automatic').notNull(),
  turnedOffBecause: text('turned_off_because').$type<PostFailureCode>(),
  savedAt: instant('saved_at').notNull(),
});
export type WebhookRow = typeof campaignWebhooks.$inferSelect;

export const posts = pgTable('posts', {
  id: uuid('id').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  webhookId: uuid('webhook_id').notNull(),
  analysisId: uuid('analysis_id'),
  kind: text('kind').$type<WebhookKind>().notNull(),
  host: text('host').notNull(),
  state: text('state').$type<Post['state']>().notNull(),
  messages: jsonb('messages').$type<string[]>().notNull(),
  messageCount: integer('message_count').notNull(),
  messageIds: jsonb('message_ids').$type<string[]>().notNull(),
  failedAttempts: integer('failed_attempts').notNull(),
  nextAttemptAt: instant('next_attempt_at'),
  link: text('link'),
  failure: text('failure').$type<PostFailureCode>(),
  createdAt: instant('created_at').notNull(),
  finishedAt: instant('finished_at'),
});
export type PostRow = typeof posts.$inferSelect;

export const isOpenPost = inArray(posts.state, ['waiting', 'sending']);

export const failedPost = (failure: PostFailureCode, finishedAt: Date) =>
  ({ state: 'failed', failure, messages: [], nextAttemptAt: null, finishedAt }) satisfies Partial<PostRow>;
