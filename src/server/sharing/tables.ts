import { boolean, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ProposalKind } from '#contract/proposals.ts';
import type { LinkAudience, Show } from '#contract/sharing.ts';
import { instant } from '#server/platform/database/columns.ts';

/** On while they have a `publicId` (migrations 0014, 0016, 0035). */
export const shareLinks = pgTable('share_links', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  campaignId: uuid('campaign_id'),
  sessionId: uuid('session_id'),
  audience: text('audience').$type<LinkAudience>().notNull(),
  publicId: text('public_id'),
  show: jsonb('show').$type<Show>().notNull(),
  passphraseHash: text('passphrase_hash'),
  admissionKey: text('admission_key'),
  enabledAt: instant('enabled_at'),
  leftOut: boolean('left_out').notNull().default(false),
});
export type ShareLinkRow = typeof shareLinks.$inferSelect;

export const proposals = pgTable('proposals', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  /** Null: a language model’s. */
  linkId: uuid('link_id'),
  campaignId: uuid('campaign_id').notNull(),
  sessionId: uuid('session_id'),
  kind: text('kind').$type<ProposalKind>().notNull(),
  author: text('author').notNull(),
  text: text('text').notNull(),
  sectionKey: text('section_key'),
  sectionTitle: text('section_title'),
  quote: text('quote'),
  state: text('state').$type<'open' | 'accepted' | 'rejected'>().notNull(),
  replaced: jsonb('replaced').$type<{ before: string; after: string }>(),
  createdAt: instant('created_at').notNull(),
  decidedAt: instant('decided_at'),
});
export type ProposalRow = typeof proposals.$inferSelect;
