import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { DetailLevel } from '#contract/common.ts';
import type { NotesCause, NotesSection } from '#contract/notes.ts';
import type { CastPerson, CastUndo } from '#contract/speakers.ts';
import { count, instant, moment } from '#server/platform/database/columns.ts';

export const campaigns = pgTable('campaigns', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  title: text('title').notNull(),
  description: text('description')
    .notNull()
    .$default(() => ''),
  system: text('system')
    .notNull()
    .$default(() => ''),
  setting: text('setting')
    .notNull()
    .$default(() => ''),
  genre: text('genre')
    .notNull()
    .$default(() => ''),
  language: text('language'),
  detailLevel: text('detail_level').$type<DetailLevel>(),
  recapStyles: jsonb('recap_styles')
    .$type<string[]>()
    .notNull()
    .$default(() => []),
  instructions: text('instructions')
    .notNull()
    .$default(() => ''),
  revision: integer('revision').notNull().default(1),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});
export type CampaignRow = typeof campaigns.$inferSelect;

/** `userId` repeats the campaign's for a keyed ownership check. */
export const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey(),
  campaignId: uuid('campaign_id').notNull(),
  userId: uuid('user_id').notNull(),
  title: text('title').notNull(),
  playedAt: instant('played_at'),
  position: integer('position').notNull(),
  revision: integer('revision').notNull().default(1),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});
export type SessionRow = typeof sessions.$inferSelect;

export const notes = pgTable('notes', {
  sessionId: uuid('session_id').primaryKey(),
  sections: jsonb('sections').$type<NotesSection[]>().notNull(),
  revision: integer('revision').notNull(),
  updatedAt: moment('updated_at').notNull(),
  cause: text('cause').$type<NotesCause>().notNull().default('edit'),
  /** Kept by triggers (0032). */
  textBytes: count('text_bytes').notNull().default(0),
  mayConcernPlayers: boolean('may_concern_players').notNull().default(true),
  mayConcernPublic: boolean('may_concern_public').notNull().default(true),
  /** When the recap from the start of the next session was put on top. */
  recapCameAt: instant('recap_came_at'),
  recapAnnouncedAt: instant('recap_announced_at'),
});

export const notesVersions = pgTable(
  'notes_versions',
  {
    sessionId: uuid('session_id').notNull(),
    revision: integer('revision').notNull(),
    sections: jsonb('sections').$type<NotesSection[]>().notNull(),
    sectionCount: integer('section_count').notNull(),
    /** 0 until somebody looks at the versions. */
    wordCount: integer('word_count').notNull(),
    writtenAt: instant('written_at').notNull(),
    replacedAt: instant('replaced_at').notNull(),
    replacedBy: text('replaced_by').$type<NotesCause>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.revision] })],
);

export interface Cast {
  people: (CastPerson & {
    voices: string[];
  })[];
  /** `personId` null: not in the cast. */
  chosen: { sessionId: string; label: string; personId: string | null; character: string | null }[];
  rejected: { sessionId: string | null; label: string; character: string }[];
}

/** Before the last change, which is undone in the session in which it was made, or anywhere if it is of the campaign's people. */
export interface CastBefore {
  change: CastUndo;
  content: Cast;
  sessionId?: string | null;
}

export const casts = pgTable('casts', {
  campaignId: uuid('campaign_id').primaryKey(),
  userId: uuid('user_id').notNull(),
  revision: integer('revision').notNull(),
  content: jsonb('content').$type<Cast>().notNull(),
  before: jsonb('before').$type<CastBefore>(),
  updatedAt: instant('updated_at').notNull(),
});
