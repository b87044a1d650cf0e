import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { NotesCause, NotesSection } from '#contract/notes.ts';
import { instant } from './columns.ts';

export const notesVersions = pgTable(
  'notes_versions',
  {
    sessionId: uuid('session_id').notNull(),
    revision: integer('revision').notNull(),
    sections: jsonb('sections').$type<NotesSection[]>().notNull(),
    sectionCount: integer('section_count').notNull(),
    wordCount: integer('word_count').notNull(),
    writtenAt: instant('written_at').notNull(),
    replacedAt: instant('replaced_at').notNull(),
    replacedBy: text('replaced_by').$type<NotesCause>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.revision] })],
);
