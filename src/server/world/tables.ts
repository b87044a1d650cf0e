import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { EntryEdit } from '#contract/world.ts';
import { instant } from '#server/platform/database/columns.ts';

export const worldEdits = pgTable(
  'world_edits',
  {
    campaignId: uuid('campaign_id').notNull(),
    key: text('key').notNull(),
    edit: jsonb('edit').$type<EntryEdit>().notNull(),
    revision: integer('revision').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.key] })],
);
export type WorldEditRow = typeof worldEdits.$inferSelect;
