import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { EntryEdit, ThreadEdit } from '#contract/world.ts';
import { instant } from '#server/platform/database/columns.ts';

export const worldEdits = pgTable(
  'world_edits',
  {
    campaignId: uuid('campaign_id').notNull(),
    key: text('key').notNull(),
    /** Of a thread that was kept from its transcript. */
    sessionId: uuid('session_id'),
    edit: jsonb('edit').$type<EntryEdit | ThreadEdit>().notNull(),
    revision: integer('revision').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.key] })],
);
