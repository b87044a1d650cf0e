import { z } from 'zod';
import { Language } from './common.ts';

const SpeakerRole = z.enum(['gm', 'player', 'guest', 'unknown']);

/** `id` is unique within the transcript (`p1`, `p2`, …). */
export const Speaker = z.object({
  id: z.string().min(1).max(40),
  label: z.string().min(1).max(120),
  role: SpeakerRole,
  playerCharacterId: z.uuid().nullable(),
  talkMs: z.int().nonnegative(),
});
export type Speaker = z.infer<typeof Speaker>;

/** `id` is unique within the transcript (`s1`, `s2`, … in order). */
export const Segment = z.object({
  id: z.string().min(1).max(40),
  startMs: z.int().nonnegative(),
  endMs: z.int().nonnegative(),
  speakerId: z.string().max(40).nullable(),
  text: z.string(),
  originalText: z.string().nullable(),
  confidence: z.number().min(0).max(1).nullable(),
  joinedIds: z.array(z.string()).optional(),
});
export type Segment = z.infer<typeof Segment>;

export const Warning = z.object({
  code: z.string().max(60),
  message: z.string(),
  startMs: z.int().nonnegative().nullable(),
  endMs: z.int().nonnegative().nullable(),
});
export type Warning = z.infer<typeof Warning>;

export const TranscriptSource = z.enum(['speech', 'import']);

/** `estimated`: from the word count (150 words a minute); never shown. */
export const TranscriptTiming = z.enum(['measured', 'estimated']);

export const TranscriptDocument = z.object({
  source: TranscriptSource,
  timing: TranscriptTiming,
  engine: z.string().max(120),
  language: Language.nullable(),
  durationMs: z.int().nonnegative(),
  speakers: z.array(Speaker),
  segments: z.array(Segment),
  warnings: z.array(Warning),
});
export type TranscriptDocument = z.infer<typeof TranscriptDocument>;
