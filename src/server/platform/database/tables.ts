import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export const installationValues = pgTable('installation_values', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

export const rateCounts = pgTable('rate_counts', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  startedAt: instant('started_at').notNull(),
});
