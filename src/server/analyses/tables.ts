import { doublePrecision, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { AnalysisError, AnalysisStatus, LevelQuote, Quote } from '#contract/analyses.ts';
import type { AnalysisResult } from '#contract/analysis-result.ts';
import type { DetailLevel } from '#contract/common.ts';
import type { Instruction } from '#contract/instructions.ts';
import type { NotesWriter } from '#contract/notes-engines.ts';
import type { OlderNotesReason, OlderNotesRun } from '#contract/older-notes.ts';
import type { Recap, RecapFailure, RecapReads } from '#contract/recap-collection.ts';
import type { Warning } from '#contract/transcript.ts';
import { count, moment } from '#server/platform/database/columns.ts';

type Payment = z.infer<typeof LevelQuote>['payment'];

export const quotes = pgTable('quotes', {
  id: uuid('id').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  /** The measured audio asset or transcript. */
  sourceId: uuid('source_id').notNull(),
  durationSeconds: doublePrecision('duration_seconds').notNull(),
  basis: text('basis').$type<Quote['basis']>().notNull(),
  levels: jsonb('levels').$type<QuotedLevel[]>().notNull(),
  expiresAt: moment('expires_at').notNull(),
  createdAt: moment('created_at').notNull(),
});

export const finalStatuses = ['completed', 'cancelled', 'failed'] as const;

export const analyses = pgTable('analyses', {
  id: uuid('id').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  userId: uuid('user_id').notNull(),
  idempotencyKey: text('idempotency_key').notNull(),
  request: jsonb('request').$type<StartRequest>().notNull(),
  detailLevel: text('detail_level').$type<DetailLevel>().notNull(),
  language: text('language'),
  status: text('status').$type<AnalysisStatus>().notNull(),
  version: integer('version').notNull(),
  attempt: integer('attempt').notNull(),
  progress: doublePrecision('progress').notNull(),
  etaSeconds: doublePrecision('eta_seconds'),
  stageMessage: text('stage_message').notNull(),
  error: jsonb('error').$type<AnalysisError>(),
  payment: text('payment').$type<Payment>().notNull(),
  durationSeconds: doublePrecision('duration_seconds').notNull(),
  costCredits: integer('cost_credits').notNull(),
  chargedCredits: integer('charged_credits').notNull(),
  writer: text('writer').$type<NotesWriter>().notNull().default('page'),
  writtenBy: jsonb('written_by').$type<WrittenBy>(),
  speechEngine: text('speech_engine'),
  notesEngine: text('notes_engine'),
  audioAssetId: uuid('audio_asset_id'),
  transcriptId: uuid('transcript_id'),
  result: jsonb('result').$type<AnalysisResult>(),
  warnings: jsonb('warnings').$type<Warning[]>().notNull(),
  /** Of the ground it stands on (0041). */
  facts: text('facts'),
  transcriptState: text('transcript_state'),
  notesKeptAt: moment('notes_kept_at'),
  copiedToNotesAt: moment('copied_to_notes_at'),
  createdAt: moment('created_at').notNull(),
  startedAt: moment('started_at'),
  finishedAt: moment('finished_at'),
});

export interface QuotedLevel {
  /** D15. Missing in quotes of earlier versions. */
  isFreeRerun?: boolean;
  detailLevel: DetailLevel;
  costCredits: number;
  payment: Payment;
  writer: NotesWriter;
  /** Null: the page is there already. */
  pageCredits: number | null;
}

export interface StartRequest {
  sessionId: string;
  quoteId: string;
  detailLevel: DetailLevel;
  language: string | null;
  writer?: NotesWriter | undefined;
  /** How many speak on the recording, as the user said. */
  people?: number | undefined;
  /** Its transcript is there, but nobody has told the voices apart. */
  tellsVoicesApart?: boolean;
  /** False: it transcribes a recording whose speakers this server does not tell apart. */
  hearsVoices?: boolean;
}

/** The analysis that follows a page: its credits are reserved with the page's, under its own id. */
export interface WrittenBy {
  analysisId: string;
  writer: NotesWriter;
  costCredits: number;
  payment: Payment;
}

export const analysisCheckpoints = pgTable(
  'analysis_checkpoints',
  {
    analysisId: uuid('analysis_id').notNull(),
    stage: text('stage').notNull(),
    key: text('key').notNull(),
    value: jsonb('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.analysisId, table.stage, table.key] })],
);

export const modelUse = pgTable(
  'model_use',
  {
    analysisId: uuid('analysis_id').notNull(),
    stage: text('stage').$type<AnalysisStatus>().notNull(),
    model: text('model').notNull(),
    calls: integer('calls').notNull(),
    inputTokens: count('input_tokens').notNull(),
    outputTokens: count('output_tokens').notNull(),
    milliseconds: count('milliseconds').notNull(),
    /** Of the transcript, in parts that were read whole. */
    words: integer('words').notNull().default(0),
    lastUsedAt: moment('last_used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.analysisId, table.stage, table.model] })],
);

/** One session of a run. `writing`: its analysis has been started. */
export interface OlderItem {
  sessionId: string;
  detailLevel: DetailLevel;
  /** What the user saw; 0 if a free analysis covers it. */
  costCredits: number;
  state: 'waiting' | 'writing' | 'written' | 'failed';
  analysisId: string | null;
  chargedCredits: number;
}

export const olderNotes = pgTable('older_notes', {
  campaignId: uuid('campaign_id').primaryKey(),
  id: uuid('id').notNull(),
  userId: uuid('user_id').notNull(),
  idempotencyKey: text('idempotency_key').notNull(),
  writer: text('writer').$type<NotesWriter>().notNull(),
  state: text('state').$type<OlderNotesRun['state']>().notNull(),
  reason: text('reason').$type<OlderNotesReason>(),
  items: jsonb('items').$type<OlderItem[]>().notNull(),
  startedAt: moment('started_at').notNull(),
});

export const instructions = pgTable('instructions', {
  sessionId: uuid('session_id').primaryKey(),
  id: uuid('id').notNull(),
  userId: uuid('user_id').notNull(),
  text: text('text').notNull(),
  state: text('state').$type<Instruction['state']>().notNull(),
  progress: doublePrecision('progress').notNull(),
  failure: text('failure').$type<NonNullable<Instruction['failure']>>(),
  proposed: integer('proposed').notNull(),
  dropped: integer('dropped').notNull(),
  unread: integer('unread').notNull(),
  unclear: integer('unclear').notNull().default(0),
  fixes: jsonb('fixes').$type<Instruction['fixes']>().notNull(),
  createdAt: moment('created_at').notNull(),
});

/** Its text is the section of the notes with the key `recapSectionKey(id)`. */
export const writtenRecaps = pgTable('written_recaps', {
  id: uuid('id').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  userId: uuid('user_id').notNull(),
  /** Another each time it is asked for. */
  run: uuid('run').notNull(),
  style: text('style').notNull(),
  character: text('character'),
  reads: text('reads').$type<RecapReads>().notNull(),
  state: text('state').$type<Recap['state']>().notNull(),
  failure: text('failure').$type<RecapFailure>(),
  /** A hash of the notes that it was written from; null until it has been written. */
  ground: text('ground'),
  unread: integer('unread').notNull(),
  doubts: jsonb('doubts').$type<string[]>().notNull(),
  askedAt: moment('asked_at').notNull(),
});
