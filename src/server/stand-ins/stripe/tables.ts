import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#server/platform/database/columns.ts';

export const standInObjects = pgTable('stand_in_objects', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  body: jsonb('body').notNull(),
  createdAt: instant('created_at').notNull(),
});

export const standInEvents = pgTable('stand_in_events', {
  id: text('id').primaryKey(),
  body: jsonb('body').notNull(),
  deliverAt: instant('deliver_at').notNull(),
  attempts: integer('attempts').notNull().default(0),
  deliveredAt: instant('delivered_at'),
  createdAt: instant('created_at').notNull(),
});
