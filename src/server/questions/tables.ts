import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Line } from '#contract/analysis-result.ts';
import type { CheckAnswer, CheckKind } from '#contract/check-questions.ts';
import type { NotesSection } from '#contract/notes.ts';
import type { ChangeOf } from '#server/campaigns/room-texts.ts';
import type { Cast } from '#server/campaigns/tables.ts';
import { instant } from '#server/platform/database/columns.ts';
import type { TextEdit } from '#server/platform/text-edits.ts';

export interface AddedToNotes {
  sessionId: string;
  key: string;
  edit: TextEdit;
  line: Line;
  /** Null: the answer created the section. */
  source: NotesSection['source'] | null;
}

export interface AnswerUndo {
  cast?: { before: Cast; after: Cast };
  names?: Pick<ChangeOf<'name'>, 'target' | 'content'>[];
  notes?: AddedToNotes;
}

export const answers = pgTable('answers', {
  id: uuid('id').primaryKey(),
  campaignId: uuid('campaign_id').notNull(),
  userId: uuid('user_id').notNull(),
  sessionId: uuid('session_id'),
  questionId: text('question_id').notNull(),
  kind: text('kind').$type<CheckKind>().notNull(),
  text: text('text').notNull(),
  about: jsonb('about').$type<string[]>().notNull(),
  answer: text('answer').$type<CheckAnswer>().notNull(),
  correctionId: uuid('correction_id'),
  undo: jsonb('undo').$type<AnswerUndo>().notNull(),
  answeredAt: instant('answered_at').notNull(),
  undoneAt: instant('undone_at'),
});
export type AnswerRow = typeof answers.$inferSelect;
