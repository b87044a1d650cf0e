import { integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import type { CastPerson, CastUndo } from '#contract/speakers.ts';
import { instant } from './columns.ts';

/** A cast as it is stored. Labels are in lower case. */
export interface Cast {
  people: (CastPerson & {
    /** Labels that are this person in every session. */
    voices: string[];
  })[];
  /** Who a label is in one session; `personId` null: nobody of the cast. */
  chosen: { sessionId: string; label: string; personId: string | null; character: string | null }[];
  /** Questions of the engine that the game master rejected; `sessionId` null: in every session. */
  rejected: { sessionId: string | null; label: string; character: string }[];
}

/** Table of migration 0021_casts.sql. */
export const casts = pgTable('casts', {
  campaignId: uuid('campaign_id').primaryKey(),
  userId: uuid('user_id').notNull(),
  revision: integer('revision').notNull(),
  content: jsonb('content').$type<Cast>().notNull(),
  before: jsonb('before').$type<{ change: CastUndo; content: Cast }>(),
  updatedAt: instant('updated_at').notNull(),
});
