import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Evidence } from '#contract/analysis-result.ts';
import type { CorrectionPlace } from '#contract/corrections.ts';
import type { Name, NameFields } from '#contract/names.ts';
import { instant } from '#server/platform/database/columns.ts';

export const names = pgTable('names', {
  id: uuid('id').primaryKey(),
  campaignId: uuid('campaign_id').notNull(),
  userId: uuid('user_id').notNull(),
  term: text('term').notNull(),
  kind: text('kind').$type<Name['kind']>().notNull(),
  aliases: jsonb('aliases').$type<string[]>().notNull(),
  heardAs: jsonb('heard_as').$type<string[]>().notNull(),
  note: text('note').notNull(),
  locked: boolean('locked').notNull(),
  source: text('source').$type<Name['source']>().notNull(),
  revision: integer('revision').notNull().default(1),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});
export type NameRow = typeof names.$inferSelect;

export const corrections = pgTable('corrections', {
  id: uuid('id').primaryKey(),
  campaignId: uuid('campaign_id').notNull(),
  userId: uuid('user_id').notNull(),
  wrong: text('wrong').notNull(),
  right: text('right').notNull(),
  automatic: boolean('automatic').notNull(),
  changed: integer('changed').notNull(),
  sessions: integer('sessions').notNull(),
  remembered: boolean('remembered').notNull(),
  createdAt: instant('created_at').notNull(),
  undoneAt: instant('undone_at'),
  leftAlone: jsonb('left_alone').$type<CorrectionPlace[]>().notNull(),
});
export type CorrectionRow = typeof corrections.$inferSelect;

export interface TextEdit {
  after: string;
  edits: { at: number; was: string; now: string }[];
}

type NameContent = (NameFields & { source: Name['source'] }) | null;

export type Change =
  | { target: { kind: 'segment'; transcriptId: string; ordinal: number }; content: TextEdit }
  | {
      target: { kind: 'section'; key: string };
      content: {
        title: TextEdit | null;
        body: TextEdit | null;
        lines: { evidence: Evidence; text: TextEdit | null; original: TextEdit | null }[];
      };
    }
  | {
      target: { kind: 'result'; analysisId: string };
      content: { path: (string | number)[]; text: TextEdit }[];
    }
  | { target: { kind: 'sessionTitle' }; content: TextEdit }
  | { target: { kind: 'campaign'; field: 'title' | 'description' }; content: TextEdit }
  | { target: { kind: 'comment'; id: string }; content: { before: string; after: string } }
  | { target: { kind: 'name'; id: string }; content: { before: NameContent; after: NameContent } };

export const correctionChanges = pgTable(
  'correction_changes',
  {
    correctionId: uuid('correction_id').notNull(),
    ordinal: integer('ordinal').notNull(),
    sessionId: uuid('session_id'),
    target: jsonb('target').$type<Change['target']>().notNull(),
    place: jsonb('place').$type<CorrectionPlace>().notNull(),
    content: jsonb('content').$type<Change['content']>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.correctionId, table.ordinal] })],
);
