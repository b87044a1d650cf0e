import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id, Timestamp } from './common.ts';
import { SessionParams } from './sessions.ts';

export const Voice = z.object({
  speakerId: z.string().min(1).max(200),
  label: z.string(),
  lineCount: z.int().nonnegative(),
  seconds: z.number().nonnegative(),
});
export type Voice = z.infer<typeof Voice>;

export const ErasedVoice = z.object({
  id: Id,
  label: z.string(),
  lineCount: z.int().nonnegative(),
  seconds: z.number().nonnegative(),
  /** `untouched`: the transcript was not made from the existing recording. */
  sound: z.enum(['none', 'untouched', 'silencing', 'silenced', 'failed']),
  erasedAt: Timestamp,
});
export type ErasedVoice = z.infer<typeof ErasedVoice>;

export const VoiceSheet = z.object({
  transcriptId: Id.nullable(),
  voices: z.array(Voice),
  erased: z.array(ErasedVoice),
});
export type VoiceSheet = z.infer<typeof VoiceSheet>;

export const readVoices = defineCall({
  method: 'GET',
  path: '/sessions/{sessionId}/voices',
  params: SessionParams,
  responses: { 200: VoiceSheet },
  errors: ['notFound'],
  description: 'Who speaks in a session, and whose voices were erased.',
});

export const eraseVoice = defineCall({
  method: 'POST',
  path: '/sessions/{sessionId}/voices/erased',
  params: SessionParams,
  body: z.object({ transcriptId: Id, speakerId: Voice.shape.speakerId }),
  responses: { 200: VoiceSheet },
  errors: ['notFound', 'voiceUnknown', 'analysisRunning'],
  description:
    'Erases what a speaker said from transcripts, analyses, notes and their history, and silences the ' +
    'recording where they spoke. Permanent.',
});

export const silenceVoices = defineCall({
  method: 'POST',
  path: '/sessions/{sessionId}/voices/silenced',
  params: SessionParams,
  responses: { 200: VoiceSheet },
  errors: ['notFound'],
  description: 'Retries silencing erased voices in the recording after it failed.',
});
