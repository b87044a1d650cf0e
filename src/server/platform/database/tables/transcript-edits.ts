import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { LineEditKind } from '#contract/transcripts.ts';
import { instant } from './columns.ts';
import type { segments } from './work.ts';

export type SegmentRow = typeof segments.$inferSelect;
export type EditedRow = Omit<SegmentRow, 'transcriptId'>;

export const transcriptEdits = pgTable('transcript_edits', {
  id: uuid('id').primaryKey(),
  transcriptId: uuid('transcript_id').notNull(),
  userId: uuid('user_id').notNull(),
  kind: text('kind').$type<LineEditKind>().notNull(),
  before: jsonb('before').$type<EditedRow[]>().notNull(),
  after: jsonb('after').$type<EditedRow[]>().notNull(),
  createdAt: instant('created_at').notNull(),
  undoneAt: instant('undone_at'),
});
