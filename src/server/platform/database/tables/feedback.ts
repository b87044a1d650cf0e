import { boolean, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { FeedbackFields } from '#contract/feedback.ts';
import { instant } from './columns.ts';

export const feedback = pgTable('feedback', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  categories: jsonb('categories').$type<FeedbackFields['categories']>().notNull(),
  comment: text('comment').notNull(),
  openToContact: boolean('open_to_contact').notNull(),
  referenceId: uuid('reference_id'),
  referenceType: text('reference_type').$type<NonNullable<FeedbackFields['referenceType']>>(),
  createdAt: instant('created_at').notNull(),
});
