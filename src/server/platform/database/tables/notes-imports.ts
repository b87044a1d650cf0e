import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import type { NotesSection } from '#contract/notes.ts';
import { instant } from './columns.ts';

export interface ImportedChange {
  sessionId: string;
  isNew: boolean;
  before: NotesSection[];
  revision: number;
}

export const notesImports = pgTable('notes_imports', {
  campaignId: uuid('campaign_id').primaryKey(),
  importedAt: instant('imported_at').notNull(),
  changes: jsonb('changes').$type<ImportedChange[]>().notNull(),
});
