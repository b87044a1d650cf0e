import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { PrepLine } from '#contract/prep.ts';
import type { DateEdit, EntryEdit, ThreadEdit } from '#contract/world.ts';
import { instant } from '#server/platform/database/columns.ts';

export const worldEdits = pgTable(
  'world_edits',
  {
    campaignId: uuid('campaign_id').notNull(),
    key: text('key').notNull(),
    /** Of a thread that was kept from its transcript, or of an in-world date. */
    sessionId: uuid('session_id'),
    edit: jsonb('edit').$type<EntryEdit | ThreadEdit | DateEdit>().notNull(),
    revision: integer('revision').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.key] })],
);

export const prepSheets = pgTable('prep_sheets', {
  campaignId: uuid('campaign_id').primaryKey(),
  /** The game master's own lines. */
  own: text('own').notNull(),
  revision: integer('revision').notNull(),
  isPinned: boolean('is_pinned').notNull(),
  copiedAt: instant('copied_at'),
  updatedAt: instant('updated_at').notNull(),
});

/** The copy that was pinned last. */
export const prepLines = pgTable(
  'prep_lines',
  {
    campaignId: uuid('campaign_id').notNull(),
    ordinal: integer('ordinal').notNull(),
    /** What it says is from there. */
    sessionId: uuid('session_id'),
    line: jsonb('line').$type<PrepLine>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.ordinal] })],
);
