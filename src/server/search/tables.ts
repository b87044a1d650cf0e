import {
  bigint,
  boolean,
  customType,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { SearchKind } from '#contract/search.ts';
import type { Visibility } from '#contract/visibility.ts';

export type Source = 'notes' | 'transcript';

/** One line of speech within the text of a passage, whose lines are joined by line breaks. */
export interface Turn {
  id: string | null;
  ordinal: number;
  /** Null if it was not measured. */
  startMs: number | null;
  /** As the transcript calls the voice; empty if it is unknown. */
  label: string;
}

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Written by triggers, too (migration 0047). */
export const searchSources = pgTable(
  'search_sources',
  {
    sessionId: uuid('session_id').notNull(),
    source: text('source').$type<Source>().notNull(),
    campaignId: uuid('campaign_id').notNull(),
    changes: integer('changes').notNull().default(1),
    done: integer('done').notNull().default(0),
    passages: integer('passages').notNull().default(0),
    words: text('words').array().notNull().default([]),
    counts: integer('counts').array().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.source] })],
);

export const searchPassages = pgTable(
  'search_passages',
  {
    sessionId: uuid('session_id').notNull(),
    /** Of all that follows. */
    digest: uuid('digest').notNull(),
    campaignId: uuid('campaign_id').notNull(),
    source: text('source').$type<Source>().notNull(),
    kind: text('kind').$type<Exclude<SearchKind, 'name'>>().notNull(),
    visibility: text('visibility').$type<Visibility>().notNull(),
    /** The key of the notes' section. */
    section: text('section').notNull(),
    title: text('title').notNull(),
    ofResult: boolean('of_result').notNull(),
    transcriptId: uuid('transcript_id'),
    firstLine: doublePrecision('first_line'),
    lastLine: doublePrecision('last_line'),
    turns: jsonb('turns').$type<Turn[]>().notNull(),
    speakers: text('speakers').array().notNull(),
    startMs: bigint('start_ms', { mode: 'number' }),
    text: text('text').notNull(),
    terms: tsvector('terms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.digest] })],
);

export const searchWords = pgTable(
  'search_words',
  {
    campaignId: uuid('campaign_id').notNull(),
    word: text('word').notNull(),
    passages: integer('passages').notNull(),
    keys: integer('keys').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.word] })],
);
