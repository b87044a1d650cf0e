import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '#server/platform/database/columns.ts';

export const outbox = pgTable('outbox', {
  id: uuid('id').primaryKey(),
  message: text('message').notNull(),
  sentAt: instant('sent_at').notNull(),
});
