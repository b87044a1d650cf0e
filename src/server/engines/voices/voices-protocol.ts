import type { Seeds, SoundingSpan, SpanVoices } from './cluster.ts';

export interface VoiceModelFiles {
  segmentation: string;
  embedding: string;
}

export type ToVoices =
  | { load: VoiceModelFiles; threads: number }
  | { tell: Int16Array }
  | { parts: Int16Array[] }
  | { link: SoundingSpan[]; people: number | null; most: number; seeds: Seeds };

/** Seconds from the start of the piece; null: the models are loaded. */
export type FromVoices =
  | { spans: { start: number; end: number; print: Float32Array | null }[] }
  | { prints: (Float32Array | null)[] }
  | { linked: SpanVoices }
  | null;
