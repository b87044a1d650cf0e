import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { DetailLevel } from '#contract/common.ts';
import type { Preferences } from '#contract/preferences.ts';
import { instant } from './columns.ts';

export const preferences = pgTable('preferences', {
  userId: uuid('user_id').primaryKey(),
  theme: text('theme').$type<Preferences['theme']>().notNull(),
  revisionId: integer('revision_id').notNull(),
  version: integer('version').notNull(),
  autoCopyAnalysisToNotes: boolean('auto_copy_analysis_to_notes').notNull(),
  defaultLanguage: text('default_language'),
  defaultDetailLevel: text('default_detail_level').$type<DetailLevel>().notNull(),
  showAlphaFeatures: boolean('show_alpha_features').notNull(),
  mailWhenNotesReady: boolean('mail_when_notes_ready').notNull().default(false),
  tourSeen: boolean('tour_seen').notNull().default(false),
  changedAt: instant('changed_at').notNull(),
});

export const agreementAcceptances = pgTable(
  'agreement_acceptances',
  {
    userId: uuid('user_id').notNull(),
    name: text('name').notNull(),
    version: text('version').notNull(),
    acceptedAt: instant('accepted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.name, table.version] })],
);
