import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import type { NotesSection } from '#contract/notes.ts';
import { instant } from './columns.ts';

/** What an import did to the notes of one session. */
export interface ImportedChange {
  sessionId: string;
  /** The import made the session. */
  isNew: boolean;
  /** The notes before it. */
  before: NotesSection[];
  /** Their revision after it: a later one means that somebody changed them since. */
  revision: number;
}

/** Table of migration 0015_notes_imports.sql. */
export const notesImports = pgTable('notes_imports', {
  campaignId: uuid('campaign_id').primaryKey(),
  importedAt: instant('imported_at').notNull(),
  changes: jsonb('changes').$type<ImportedChange[]>().notNull(),
});
