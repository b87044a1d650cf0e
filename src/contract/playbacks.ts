import { z } from 'zod';
import { defineCall } from './call.ts';
import { Timestamp } from './common.ts';
import { SessionParams } from './sessions.ts';

export const peakCount = 1000;
export const highestPeak = 255;

/** The recording itself, for browsers that play its type, as long as there is no playback. */
export const PlayedOriginal = z.object({
  mimeType: z.string(),
  durationSeconds: z.number().positive(),
  url: z.string(),
  expiresAt: Timestamp,
});
export type PlayedOriginal = z.infer<typeof PlayedOriginal>;

export const Playback = z.discriminatedUnion('state', [
  z.object({ state: z.enum(['none', 'deleted']) }),
  z.object({ state: z.enum(['preparing', 'failed']), original: PlayedOriginal.optional() }),
  z.object({
    state: z.literal('ready'),
    durationSeconds: z.number().positive(),
    peaks: z.array(z.int().min(0).max(highestPeak)).length(peakCount),
    /** Without a token, because an audio element cannot send one. */
    url: z.string(),
    expiresAt: Timestamp,
  }),
]);
export type Playback = z.infer<typeof Playback>;

export const readPlayback = defineCall({
  method: 'GET',
  path: '/sessions/{sessionId}/playback',
  params: SessionParams,
  responses: { 200: Playback },
  errors: ['notFound', 'recordingMissing'],
  description:
    'The playback of a session’s recording. The first read starts making it; until it is ready, the recording itself can be played if browsers find any second of it.',
});

export const remakePlayback = defineCall({
  method: 'POST',
  path: '/sessions/{sessionId}/playback',
  params: SessionParams,
  responses: { 200: Playback },
  errors: ['notFound', 'recordingMissing'],
  description: 'Tries again to make the playback after it failed; otherwise the same as reading it.',
});

export const deleteRecording = defineCall({
  method: 'DELETE',
  path: '/sessions/{sessionId}/recording',
  params: SessionParams,
  responses: { 204: null },
  errors: ['notFound', 'analysisRunning'],
  description: 'Permanently deletes the recording of a session. Transcript, analyses and notes stay.',
});

export const playPlayback = defineCall({
  method: 'GET',
  path: '/sessions/{sessionId}/playback/audio',
  auth: 'none',
  params: SessionParams,
  query: z.object({ key: z.string().min(1).max(1000) }),
  responses: { 200: 'bytes', 206: 'bytes' },
  errors: ['notFound', 'playbackExpired', 'rangeNotSatisfiable'],
  description:
    'The bytes of a playback (MP3) or of its recording, whole or one range, for anyone with the url.',
});
