import { and, eq, isNull, sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { IntakeAccount } from '#contract/intake-account.ts';
import type { ArchiveKind } from '#contract/recording-archives.ts';
import type { AudioAsset, Introduction, Mark } from '#contract/sessions.ts';
import type { SoundLanes } from '#contract/sound-lanes.ts';
import type { Speaker, TranscriptDocument, Warning } from '#contract/transcript.ts';
import type { LineEditKind } from '#contract/transcripts.ts';
import type { Upload } from '#contract/uploads.ts';
import type { VoicesChanged } from '#contract/voice-changes.ts';
import type { VoiceGroupings } from '#server/engines/voices/port.ts';
import { count, instant, moment } from '#server/platform/database/columns.ts';

type AudioKind = z.infer<typeof AudioAsset>['kind'];

interface AudioTrack {
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
  marks: jsonb('marks').$type<Mark[]>().notNull().default([]),
  introductions: jsonb('introductions').$type<Introduction[]>().notNull().default([]),
  /** Its user gets an email once the server can transcribe. */
  waitsToBeHeard: boolean('waits_to_be_heard').notNull().default(false),
  /** The type as which browsers play the file itself; null if they cannot (0043). */
  playsAs: text('plays_as'),
  storedUntil: moment('stored_until'),
  deletedAt: moment('deleted_at'),
  replacedAt: moment('replaced_at'),
  createdAt: moment('created_at').notNull(),
});

export const playbacks = pgTable('playbacks', {
  uploadId: uuid('upload_id').primaryKey(),
  state: text('state').$type<'preparing' | 'ready' | 'failed'>().notNull(),
  peaks: jsonb('peaks').$type<number[]>(),
  /** Null if made before there were any (0040). */
  lanes: jsonb('lanes').$type<SoundLanes>(),
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

/** At most one of a session. */
export const isCurrentTranscript = and(isNull(transcripts.replacedAt), eq(transcripts.complete, true));

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

export type SegmentRow = typeof segments.$inferSelect;
export type EditedRow = Omit<SegmentRow, 'transcriptId'>;

export const transcriptEdits = pgTable('transcript_edits', {
  id: uuid('id').primaryKey(),
  transcriptId: uuid('transcript_id').notNull(),
  userId: uuid('user_id').notNull(),
  kind: text('kind').$type<LineEditKind>().notNull(),
  before: jsonb('before').$type<EditedRow[]>().notNull(),
  after: jsonb('after').$type<EditedRow[]>().notNull(),
  createdAt: instant('created_at').notNull(),
  undoneAt: instant('undone_at'),
});
export type TranscriptEditRow = typeof transcriptEdits.$inferSelect;

/** Before the last change of voices: the speakers, and of each line that changed its ordinal, its speaker then and its speaker since. */
export interface VoicesBefore {
  change: VoicesChanged;
  speakers: Speaker[];
  lines: [ordinal: number, before: string | null, after: string | null][];
  /** How many voices the recording was divided into. */
  heard?: number;
  /** Whom voices sounded like, by label. */
  proposals?: Record<string, string>;
}

export const voiceChanges = pgTable('voice_changes', {
  transcriptId: uuid('transcript_id').primaryKey(),
  groupings: jsonb('groupings').$type<VoiceGroupings>().notNull(),
  before: jsonb('before').$type<VoicesBefore>(),
});

/** The same for the same change of the same voices. */
export const voicesVersion = sql<string | null>`md5(${voiceChanges.before}::text)`;

export interface LearnedPrint {
  print: string;
  /** The lines that were measured. */
  taughtBy: string;
}

/** How those who agreed sound, and whom voices that nobody has named yet sound like. */
export const voicePrints = pgTable('voice_prints', {
  transcriptId: uuid('transcript_id').primaryKey(),
  campaignId: uuid('campaign_id').notNull(),
  sessionId: uuid('session_id').notNull(),
  heardAt: instant('heard_at').notNull(),
  /** By the speakers of the transcript. */
  centres: jsonb('centres').$type<Record<string, LearnedPrint>>().notNull(),
  /** People's ids by label. */
  proposals: jsonb('proposals').$type<Record<string, string>>().notNull(),
});

/** Who agreed that the campaign remembers how they sound, under the name they had then. */
export const voiceAgreements = pgTable(
  'voice_agreements',
  {
    campaignId: uuid('campaign_id').notNull(),
    personId: uuid('person_id').notNull(),
    player: text('player').notNull(),
    agreedAt: instant('agreed_at').notNull(),
    withdrawnAt: instant('withdrawn_at'),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.personId] })],
);
