import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { AnalysisError, AnalysisStatus, LevelQuote, Quote } from '#contract/analyses.ts';
import type { AnalysisResult } from '#contract/analysis-result.ts';
import type { DetailLevel } from '#contract/common.ts';
import type { IntakeAccount } from '#contract/intake-account.ts';
import type { NotesCause, NotesSection } from '#contract/notes.ts';
import type { ArchiveKind } from '#contract/recording-archives.ts';
import type { AudioAsset } from '#contract/sessions.ts';
import type { Speaker, TranscriptDocument, Warning } from '#contract/transcript.ts';
import type { Upload } from '#contract/uploads.ts';

type Payment = z.infer<typeof LevelQuote>['payment'];
type AudioKind = z.infer<typeof AudioAsset>['kind'];

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const count = (name: string) => bigint(name, { mode: 'number' });

export interface AudioTrack {
  name: string;
  durationSeconds: number;
}

export const uploads = pgTable('uploads', {
  id: uuid('id').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  fileName: text('file_name').notNull(),
  sizeBytes: count('size_bytes').notNull(),
  fingerprint: text('fingerprint').notNull(),
  status: text('status').$type<Upload['status']>().notNull(),
  error: jsonb('error').$type<NonNullable<Upload['error']>>(),
  /** What the user decided about a zip, or about several files (0038). */
  arrangement: text('arrangement').$type<ArchiveKind>(),
  without: jsonb('without').$type<string[]>().notNull().default([]),
  expiresAt: moment('expires_at').notNull(),
  createdAt: moment('created_at').notNull(),
});

export const audioAssets = pgTable('audio_assets', {
  id: uuid('id').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  uploadId: uuid('upload_id').notNull(),
  kind: text('kind').$type<AudioKind>().notNull(),
  fileName: text('file_name').notNull(),
  mimeType: text('mime_type').notNull(),
  sizeBytes: count('size_bytes').notNull(),
  durationSeconds: doublePrecision('duration_seconds').notNull(),
  /** Audio streams for `multitrack`, consecutive pieces for `parts`, else empty. */
  tracks: jsonb('tracks').$type<AudioTrack[]>().notNull().default([]),
  sha256: text('sha256').notNull(),
  account: jsonb('account').$type<IntakeAccount>(),
  storedUntil: moment('stored_until'),
  deletedAt: moment('deleted_at'),
  replacedAt: moment('replaced_at'),
  createdAt: moment('created_at').notNull(),
});

export const playbacks = pgTable('playbacks', {
  uploadId: uuid('upload_id').primaryKey(),
  state: text('state').$type<'preparing' | 'ready' | 'failed'>().notNull(),
  peaks: jsonb('peaks').$type<number[]>(),
});

export const transcripts = pgTable('transcripts', {
  id: uuid('id').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  audioAssetId: uuid('audio_asset_id'),
  source: text('source').$type<TranscriptDocument['source']>().notNull(),
  timing: text('timing').$type<TranscriptDocument['timing']>().notNull(),
  engine: text('engine').notNull(),
  language: text('language'),
  durationMs: count('duration_ms').notNull(),
  speakers: jsonb('speakers').$type<Speaker[]>().notNull(),
  /** Written by the database (0037), as the size. */
  speakersVersion: text('speakers_version').notNull().default(''),
  speakersBytes: integer('speakers_bytes').notNull().default(0),
  segmentCount: integer('segment_count').notNull(),
  wordCount: integer('word_count').notNull(),
  /** How many lines voice erasures removed (0026). */
  erasedCount: integer('erased_count').notNull().default(0),
  warnings: jsonb('warnings').$type<Warning[]>().notNull(),
  account: jsonb('account').$type<IntakeAccount>(),
  replacedAt: moment('replaced_at'),
  createdAt: moment('created_at').notNull(),
  /** Until then it counts as replaced. */
  complete: boolean('complete').notNull(),
});

export const segments = pgTable(
  'segments',
  {
    transcriptId: uuid('transcript_id').notNull(),
    /** From 0; the second part of a split line gets a number in between (0022). */
    ordinal: doublePrecision('ordinal').notNull(),
    id: text('id').notNull(),
    startMs: count('start_ms').notNull(),
    endMs: count('end_ms').notNull(),
    speakerId: text('speaker_id'),
    text: text('text').notNull(),
    originalText: text('original_text'),
    confidence: doublePrecision('confidence'),
    joinedIds: jsonb('joined_ids').$type<string[]>(),
  },
  (table) => [primaryKey({ columns: [table.transcriptId, table.ordinal] })],
);

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
}

export interface StartRequest {
  sessionId: string;
  quoteId: string;
  detailLevel: DetailLevel;
  language: string | null;
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
});

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
    lastUsedAt: moment('last_used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.analysisId, table.stage, table.model] })],
);
