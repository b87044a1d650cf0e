import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
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

export const outbox = pgTable('outbox', {
  id: uuid('id').primaryKey(),
  message: text('message').notNull(),
  sentAt: instant('sent_at').notNull(),
});
