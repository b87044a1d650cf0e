import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id, Timestamp } from './common.ts';
import { IntakeAccount } from './intake-account.ts';
import { SessionParams } from './sessions.ts';

const UploadStatus = z.enum(['open', 'verifying', 'ready', 'rejected', 'expired', 'cancelled']);

/** By tus 1.0; the server's offset is authoritative. */
export const Upload = z.object({
  id: Id,
  sessionId: Id,
  fileName: z.string(),
  sizeBytes: z.int().positive(),
  offset: z.int().nonnegative(),
  /** After a reload: size, name, date and a hash of the first and last bytes. */
  fingerprint: z.string().max(200),
  status: UploadStatus,
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Once it is accepted. */
  account: IntakeAccount.optional(),
  tusUrl: z.string(),
  chunkBytes: z.int().positive(),
  expiresAt: Timestamp,
  createdAt: Timestamp,
});
export type Upload = z.infer<typeof Upload>;

export const createUpload = defineCall({
  method: 'POST',
  path: '/sessions/{sessionId}/uploads',
  params: SessionParams,
  body: z.object({
    fileName: z.string().min(1).max(255),
    sizeBytes: z.int().positive(),
    fingerprint: z.string().min(1).max(200),
    /** Of a zip: whether its recordings play at the same time; without it, their names decide. */
    arrangement: z.enum(['tracks', 'parts']).optional(),
    /** Of a zip: names of recordings to leave out. */
    without: z.array(z.string().min(1).max(255)).max(64).optional(),
  }),
  responses: { 201: Upload },
  errors: ['notFound', 'uploadTooLarge', 'audioInUse', 'insufficientCredits', 'quotaReached'],
  description:
    'Opens an upload; an older open one of the session is cancelled. Its declared size counts as stored at ' +
    'once. Uploading is free (D1).',
});

export const listUploads = defineCall({
  method: 'GET',
  path: '/sessions/{sessionId}/uploads',
  params: SessionParams,
  query: z.object({ status: UploadStatus.optional() }),
  responses: { 200: z.object({ uploads: z.array(Upload) }) },
  errors: ['notFound'],
  description: 'The uploads of a session, the newest first; with status=open only those that can be resumed.',
});

export const readStorage = defineCall({
  method: 'GET',
  path: '/storage',
  responses: {
    200: z.object({
      usedBytes: z.int().nonnegative(),
      limitBytes: z.int().positive(),
      text: z.object({ usedBytes: z.int().nonnegative(), limitBytes: z.int().positive() }),
    }),
  },
  errors: [],
  description:
    'The storage used by the caller’s recordings and unfinished uploads, and by their notes and transcripts, with the limits.',
});

const UploadParams = z.object({ uploadId: Id });

export const readUpload = defineCall({
  method: 'GET',
  path: '/uploads/{uploadId}',
  params: UploadParams,
  responses: { 200: Upload },
  errors: ['notFound'],
  description: 'One upload: how far it is, and once all bytes are there, whether it was accepted.',
});

export const cancelUpload = defineCall({
  method: 'DELETE',
  path: '/uploads/{uploadId}',
  params: UploadParams,
  responses: { 204: null },
  errors: ['notFound', 'uploadNotOpen'],
  description: 'Cancels an upload and deletes its bytes.',
});
