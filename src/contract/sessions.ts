import { z } from 'zod';
import { defineCall } from './call.ts';
import { CampaignParams, IfMatch, Page } from './campaigns.ts';
import { Id, Revision, Timestamp } from './common.ts';
import { IntakeAccount } from './intake-account.ts';

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
  storedUntil: Timestamp.nullable(),
  deletedAt: Timestamp.nullable(),
});
export type AudioAsset = z.infer<typeof AudioAsset>;

export const SessionState = z.enum(['empty', 'uploading', 'audioReady', 'analyzing', 'ready', 'failed']);

export const SessionFields = z.object({
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
  auth: 'required',
  params: CampaignParams,
  query: Page,
  responses: { 200: z.object({ sessions: z.array(Session), nextCursor: z.string().nullable() }) },
  errors: ['notFound'],
  description: 'The sessions of a campaign, the latest first.',
});

export const createSession = defineCall({
  method: 'POST',
  path: '/campaigns/{campaignId}/sessions',
  auth: 'required',
  params: CampaignParams,
  body: SessionFields.partial(),
  responses: { 201: Session },
  errors: ['notFound'],
  description: 'Creates a session; without a title it is called "Session {order}".',
});

export const readSession = defineCall({
  method: 'GET',
  path: '/sessions/{sessionId}',
  auth: 'required',
  params: SessionParams,
  responses: { 200: Session },
  errors: ['notFound'],
  description: 'One session.',
});

export const changeSession = defineCall({
  method: 'PATCH',
  path: '/sessions/{sessionId}',
  auth: 'required',
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
  auth: 'required',
  params: SessionParams,
  responses: { 204: null },
  errors: ['notFound', 'analysisRunning'],
  description: 'Deletes a session with its audio, transcript, analyses and notes.',
});
