import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { CorrectionPlace } from '#contract/corrections.ts';
import type { Name } from '#contract/names.ts';
import type { TextChange } from '#server/campaigns/room-texts.ts';
import { instant } from '#server/platform/database/columns.ts';

export const names = pgTable('names', {
  id: uuid('id').primaryKey(),
  campaignId: uuid('campaign_id').notNull(),
  userId: uuid('user_id').notNull(),
  term: text('term').notNull(),
  kind: text('kind').$type<Name['kind']>().notNull(),
  aliases: jsonb('aliases').$type<string[]>().notNull(),
  heardAs: jsonb('heard_as').$type<string[]>().notNull(),
  note: text('note').notNull(),
  locked: boolean('locked').notNull(),
  source: text('source').$type<Name['source']>().notNull(),
  revision: integer('revision').notNull().default(1),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});
export type NameRow = typeof names.$inferSelect;

export const corrections = pgTable('corrections', {
  id: uuid('id').primaryKey(),
  campaignId: uuid('campaign_id').notNull(),
  userId: uuid('user_id').notNull(),
  wrong: text('wrong').notNull(),
  right: text('right').notNull(),
  automatic: boolean('automatic').notNull(),
  changed: integer('changed').notNull(),
  sessions: integer('sessions').notNull(),
  remembered: boolean('remembered').notNull(),
  createdAt: instant('created_at').notNull(),
  undoneAt: instant('undone_at'),
  leftAlone: jsonb('left_alone').$type<CorrectionPlace[]>().notNull(),
  /** Null once it is done. After a crash, one that is being written is taken back, an undo is completed. */
  working: text('working').$type<'writing' | 'undoing'>(),
  /** Changes before this ordinal are reverted already. */
  reached: integer('reached').notNull().default(0),
  textBytes: bigint('text_bytes', { mode: 'number' }).notNull().default(0),
});
export type CorrectionRow = typeof corrections.$inferSelect;

export const correctionChanges = pgTable(
  'correction_changes',
  {
    correctionId: uuid('correction_id').notNull(),
    ordinal: integer('ordinal').notNull(),
    sessionId: uuid('session_id'),
    target: jsonb('target').$type<TextChange['target']>().notNull(),
    place: jsonb('place').$type<CorrectionPlace>().notNull(),
    content: jsonb('content').$type<TextChange['content']>().notNull(),
    textBytes: bigint('text_bytes', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.correctionId, table.ordinal] })],
);
