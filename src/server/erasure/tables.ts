import { doublePrecision, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ErasedVoice } from '#contract/voices.ts';
import { instant } from '#server/platform/database/columns.ts';

/** Milliseconds. */
export type Span = readonly [number, number];

export const unsilenced = ['silencing', 'failed'] as const satisfies ErasedVoice['sound'][];

export const voiceErasures = pgTable('voice_erasures', {
  id: uuid('id').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  uploadId: uuid('upload_id'),
  speakerId: text('speaker_id').notNull(),
  label: text('label').notNull(),
  lineCount: integer('line_count').notNull(),
  seconds: doublePrecision('seconds').notNull(),
  spans: jsonb('spans').$type<Span[]>().notNull(),
  sound: text('sound').$type<ErasedVoice['sound']>().notNull(),
  erasedAt: instant('erased_at').notNull(),
  /** The transcript that it is being erased from; null once it is done. */
  working: uuid('working'),
});
export type VoiceErasureRow = typeof voiceErasures.$inferSelect;
