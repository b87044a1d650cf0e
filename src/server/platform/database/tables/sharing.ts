import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Show } from '#contract/sharing.ts';
import { instant } from './columns.ts';

/** Table of migration 0014_public_links.sql: of a campaign or of a session, on where it has a `publicId`. */
export const publicLinks = pgTable('public_links', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  campaignId: uuid('campaign_id'),
  sessionId: uuid('session_id'),
  publicId: text('public_id'),
  show: jsonb('show').$type<Show>().notNull(),
  enabledAt: instant('enabled_at'),
});
export type PublicLinkRow = typeof publicLinks.$inferSelect;
