import { boolean, integer, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import type { NotesSection } from '#contract/notes.ts';
import { instant } from '#server/platform/database/columns.ts';

export interface ImportedChange {
  sessionId: string;
  isNew: boolean;
  before: NotesSection[];
  /** Characters of `before`; none for imports of earlier versions. */
  size?: number;
  revision: number;
}

export const notesImports = pgTable('notes_imports', {
  campaignId: uuid('campaign_id').primaryKey(),
  importedAt: instant('imported_at').notNull(),
  changes: jsonb('changes').$type<ImportedChange[]>().notNull(),
  working: boolean('working').notNull().default(false),
  /** The import before, while this one is written: it is the latest again if this one fails. */
  earlier: jsonb('earlier').$type<{ importedAt: string; changes: ImportedChange[] }>(),
});

export const notesImportStages = pgTable(
  'notes_import_stages',
  {
    importId: uuid('import_id').notNull(),
    part: integer('part').notNull(),
    campaignId: uuid('campaign_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    content: jsonb('content').$type<unknown[]>().notNull(),
    stagedAt: instant('staged_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.part] })],
);
