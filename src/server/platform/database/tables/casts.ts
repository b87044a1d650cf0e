import { integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import type { CastPerson, CastUndo } from '#contract/speakers.ts';
import { instant } from './columns.ts';

export interface Cast {
  people: (CastPerson & {
    voices: string[];
  })[];
  /** `personId` null: not in the cast. */
  chosen: { sessionId: string; label: string; personId: string | null; character: string | null }[];
  rejected: { sessionId: string | null; label: string; character: string }[];
}

export const casts = pgTable('casts', {
  campaignId: uuid('campaign_id').primaryKey(),
  userId: uuid('user_id').notNull(),
  revision: integer('revision').notNull(),
  content: jsonb('content').$type<Cast>().notNull(),
  before: jsonb('before').$type<{ change: CastUndo; content: Cast }>(),
  updatedAt: instant('updated_at').notNull(),
});
