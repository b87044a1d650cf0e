import { z } from 'zod';
import { defineCall } from './call.ts';
import { CampaignParams, IfMatch, Page } from './campaigns.ts';
import { Id, Revision, Timestamp } from './common.ts';
import { IntakeAccount } from './intake-account.ts';

/** In a recording. More than anybody presses in one evening. */
export const mostMarks = 1000;

/** A moment that the game master marked while recording. */
export const Mark = z.object({
  /** From the beginning of the recording; a recording has one mark at a moment. */
  atMs: z.int().nonnegative(),
  word: z.string().trim().max(200),
});
export type Mark = z.infer<typeof Mark>;

/** In a recording: everybody of the cast, and a game master who is not in it. */
export const mostIntroductions = 101;

/** Where in a recording somebody says their name, and nobody else speaks. */
export const Introduction = z
  .object({
    /** Of the cast; null: a game master who is not in it. */
    personId: Id.nullable(),
    fromMs: z.int().nonnegative(),
    toMs: z.int().nonnegative(),
  })
  .refine(({ fromMs, toMs }) => fromMs < toMs && toMs - fromMs <= 60_000, {
    message: 'It must take more than nothing and a minute at most.',
  });
export type Introduction = z.infer<typeof Introduction>;

export const AudioAsset = z.object({
  id: Id,
  kind: z.enum(['single', 'multitrack', 'parts']),
  fileName: z.string(),
  mimeType: z.string(),
  sizeBytes: z.int().nonnegative(),
  durationSeconds: z.number().positive(),
  sha256: z.string(),
  /** Missing for recordings from before it was kept. */
  account: IntakeAccount.optional(),
  /** In the order of their times. */
  marks: z.array(Mark).default([]),
  storedUntil: Timestamp.nullable(),
  deletedAt: Timestamp.nullable(),
});
export type AudioAsset = z.infer<typeof AudioAsset>;

const SessionState = z.enum(['empty', 'uploading', 'audioReady', 'analyzing', 'ready', 'failed']);

const SessionFields = z.object({
  title: z.string().trim().min(1).max(200),
  playedAt: Timestamp.nullable(),
});

export const Session = SessionFields.extend({
  id: Id,
  campaignId: Id,
  order: z.int().positive(),
  state: SessionState,
  audio: AudioAsset.nullable(),
  transcriptId: Id.nullable(),
  latestAnalysisId: Id.nullable(),
  summaryPreview: z.string().nullable(),
  revision: Revision,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Session = z.infer<typeof Session>;

export const SessionParams = z.object({ sessionId: Id });

export const listSessions = defineCall({
  method: 'GET',
  path: '/campaigns/{campaignId}/sessions',
  params: CampaignParams,
  query: Page,
  responses: { 200: z.object({ sessions: z.array(Session), nextCursor: z.string().nullable() }) },
  errors: ['notFound'],
  description: 'The sessions of a campaign, the latest first.',
});

export const createSession = defineCall({
  method: 'POST',
  path: '/campaigns/{campaignId}/sessions',
  params: CampaignParams,
  body: SessionFields.partial(),
  responses: { 201: Session },
  errors: ['notFound', 'quotaReached'],
  description: 'Creates a session; without a title it is called "Session {order}".',
});

export const readSession = defineCall({
  method: 'GET',
  path: '/sessions/{sessionId}',
  params: SessionParams,
  responses: { 200: Session },
  errors: ['notFound'],
  description: 'One session.',
});

export const changeSession = defineCall({
  method: 'PATCH',
  path: '/sessions/{sessionId}',
  params: SessionParams,
  headers: IfMatch,
  body: SessionFields.partial(),
  responses: { 200: Session },
  errors: ['notFound', 'staleRevision', 'preconditionRequired'],
  description: 'Changes the given fields (merge-patch) of the version named by If-Match.',
});

export const deleteSession = defineCall({
  method: 'DELETE',
  path: '/sessions/{sessionId}',
  params: SessionParams,
  responses: { 204: null },
  errors: ['notFound', 'analysisRunning'],
  description: 'Deletes a session with its audio, transcript, analyses and notes.',
});

export const changeMarks = defineCall({
  method: 'PUT',
  path: '/sessions/{sessionId}/marks',
  params: SessionParams,
  body: z.object({
    marks: z.array(Mark).max(mostMarks),
    /** What the change was made to: others are not overwritten. Missing: they are. */
    read: z.array(Mark).max(mostMarks).optional(),
    /** Missing: they stay. */
    introductions: z.array(Introduction).max(mostIntroductions).optional(),
  }),
  responses: { 200: z.object({ marks: z.array(Mark) }) },
  errors: ['notFound', 'staleRevision'],
  description: 'Replaces the marks of a session’s recording, and who says their name where in it.',
});
