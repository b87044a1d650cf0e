import { and, eq, isNull } from 'drizzle-orm';
import type { Quote } from '#contract/analyses.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { audioAssets, transcripts } from './tables.ts';
import { lacksVoices } from './voice-changes.ts';

export type AudioAssetRow = typeof audioAssets.$inferSelect;
export type TranscriptRow = typeof transcripts.$inferSelect;

export interface Material {
  sourceId: string;
  durationSeconds: number;
  basis: Quote['basis'];
  audio: AudioAssetRow | null;
  transcript: TranscriptRow | null;
  /** Whether the recording is there and has no tracks, but the transcript does not say whose voice is whose. */
  lacksVoices: boolean;
}

/** 400 words a minute. A transcript is billed for at least this, however short its timestamps or its recording make it. */
const FASTEST_MS_PER_WORD = 150;
const leastMsOf = (transcript: TranscriptRow | null) => (transcript?.wordCount ?? 0) * FASTEST_MS_PER_WORD;

function importedMaterial(transcript: TranscriptRow): Material {
  const leastMs = leastMsOf(transcript);
  const isBelievable = transcript.durationMs >= leastMs;
  return {
    sourceId: transcript.id,
    durationSeconds: Math.max(transcript.durationMs, leastMs) / 1000,
    basis: isBelievable && transcript.timing === 'measured' ? 'transcript' : 'words',
    audio: null,
    transcript,
    lacksVoices: false,
  };
}

export async function currentAudio(orm: Orm, sessionId: string): Promise<AudioAssetRow | null> {
  const [row] = await orm
    .select()
    .from(audioAssets)
    .where(and(eq(audioAssets.sessionId, sessionId), isNull(audioAssets.replacedAt)));
  return row ?? null;
}

export async function currentTranscript(orm: Orm, sessionId: string): Promise<TranscriptRow | null> {
  const [row] = await orm
    .select()
    .from(transcripts)
    .where(and(eq(transcripts.sessionId, sessionId), isNull(transcripts.replacedAt)));
  return row ?? null;
}

/** The transcript if imported or from the current audio (D8), else the audio; null without either. */
export async function currentMaterial(orm: Orm, sessionId: string): Promise<Material | null> {
  const audio = await currentAudio(orm, sessionId);
  const transcript = await currentTranscript(orm, sessionId);
  if (transcript !== null && transcript.audioAssetId !== audio?.id) return importedMaterial(transcript);
  if (audio === null || (transcript === null && audio.deletedAt !== null)) return null;
  return {
    sourceId: audio.id,
    durationSeconds: Math.max(audio.durationSeconds, leastMsOf(transcript) / 1000),
    basis: 'audio',
    audio,
    transcript,
    lacksVoices: transcript !== null && (await lacksVoices(orm, audio, transcript)),
  };
}
