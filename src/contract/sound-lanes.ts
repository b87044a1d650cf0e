import { z } from 'zod';
import { defineCall } from './call.ts';
import { SessionParams } from './sessions.ts';
import { loudest, quietest } from './sound-levels.ts';

export const mostLoudnessBins = 2400;
export const mostSoundMarks = 40;

export const SoundMark = z.object({
  /** `loud`: clearly louder than the evening usually is, for more than a moment. `laughter`, `applause`: only where it is plain. */
  kind: z.enum(['loud', 'laughter', 'applause']),
  startSeconds: z.number().nonnegative(),
  endSeconds: z.number().positive(),
});
export type SoundMark = z.infer<typeof SoundMark>;

export const SoundLanes = z.object({
  /** Of each bin; the last one may be shorter. A whole number. */
  binSeconds: z.int().min(1),
  /** 0: as loud as this evening usually is, measured where someone speaks. */
  loudness: z.array(z.int().min(quietest).max(loudest)).max(mostLoudnessBins),
  /** In the order of time; they do not overlap. */
  marks: z.array(SoundMark).max(mostSoundMarks),
});
export type SoundLanes = z.infer<typeof SoundLanes>;

export const SessionLanes = z.discriminatedUnion('state', [
  /** `none`: no recording, or its sound could not be prepared. */
  z.object({ state: z.enum(['none', 'preparing']) }),
  SoundLanes.extend({ state: z.literal('ready'), durationSeconds: z.number().positive() }),
]);
export type SessionLanes = z.infer<typeof SessionLanes>;

export const readSoundLanes = defineCall({
  method: 'GET',
  path: '/sessions/{sessionId}/playback/lanes',
  params: SessionParams,
  responses: { 200: SessionLanes },
  errors: ['notFound'],
  description:
    'Loudness, loud moments, laughter and applause of a session’s recording, for a timeline. They are made with its playback, which the first read starts.',
});
