import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id, Language, Timestamp } from './common.ts';
import { IntakeAccount } from './intake-account.ts';
import { SessionParams } from './sessions.ts';
import { Segment, Speaker, TranscriptSource, TranscriptTiming, Warning } from './transcript.ts';

export const LineEditKind = z.enum(['changed', 'split', 'joined', 'deleted']);
export type LineEditKind = z.infer<typeof LineEditKind>;

export const Transcript = z.object({
  id: Id,
  sessionId: Id,
  source: TranscriptSource,
  timing: TranscriptTiming,
  engine: z.string(),
  language: Language.nullable(),
  durationMs: z.int().nonnegative(),
  speakers: z.array(Speaker),
  segmentCount: z.int().nonnegative(),
  wordCount: z.int().nonnegative(),
  warnings: z.array(Warning),
  /** What the file had, what of it is here, and what is to be asked before an analysis; null if nothing was imported. */
  account: IntakeAccount.nullable(),
  /** Deleted by hand. */
  deletedIds: z.array(z.string()),
  lastEdit: z.object({ id: Id, kind: LineEditKind, at: Timestamp }).nullable(),
  createdAt: Timestamp,
});
export type Transcript = z.infer<typeof Transcript>;

/**
 * Up to 20 MB; `x-file-name` (URI-encoded) only decides ambiguous cases. `x-intake-answers` (URI-encoded JSON) answers
 * questions of an earlier answer: of its `account`, or of `details.questions` of `transcriptUndecided`. With
 * `x-intake-questions: ask`, nothing is kept while any question is open.
 */
export const importTranscript = defineCall({
  method: 'POST',
  path: '/sessions/{sessionId}/transcripts',
  params: SessionParams,
  bodyType: 'bytes',
  responses: { 201: Transcript },
  errors: [
    'notFound',
    'transcriptUnreadable',
    'transcriptEmpty',
    'transcriptTooLarge',
    'transcriptUndecided',
    'analysisRunning',
  ],
  description: "Reads a transcript (captions, text, tables, JSON, Word) and makes it the session's.",
});

export const TranscriptParams = z.object({ transcriptId: Id });

export const readTranscript = defineCall({
  method: 'GET',
  path: '/transcripts/{transcriptId}',
  params: TranscriptParams,
  responses: { 200: Transcript },
  errors: ['notFound'],
  description: 'A transcript without its segments.',
});

export const listSegments = defineCall({
  method: 'GET',
  path: '/transcripts/{transcriptId}/segments',
  params: TranscriptParams,
  query: z.object({
    from: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(2000).default(500),
  }),
  responses: {
    200: z.object({
      segments: z.array(Segment),
      segmentCount: z.int().nonnegative(),
      next: z.int().nonnegative().nullable(),
    }),
  },
  errors: ['notFound'],
  description: 'Segments in order.',
});
