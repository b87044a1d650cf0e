import type { Segment } from '#contract/transcript.ts';

export const SAMPLE_RATE = 16_000;

/** Times are relative to the recording. */
export interface AudioChunk {
  index: number;
  startMs: number;
  endMs: number;
  /** Cut inside speech; overlaps its neighbors. */
  forced: boolean;
  samples: Int16Array;
}

/** Times are relative to the chunk. */
export interface HeardSegment extends Pick<Segment, 'startMs' | 'endMs' | 'text' | 'confidence'> {
  words: { text: string; startMs: number; endMs: number }[] | null;
  speaker: string | null;
}

export interface HeardChunk {
  language: string | null;
  segments: HeardSegment[];
}

export interface SpeechEngine {
  readonly id: string;
  readonly maxChunkSeconds: number;
  readonly languages?: readonly string[];
  readonly concurrency: number;
  /** Downloads and loads the model, with progress 0..1. @throws SpeechUnavailable */
  prepare(options: {
    signal: AbortSignal;
    progress(fraction: number, message?: string): void;
  }): Promise<void>;
  hear(
    chunk: AudioChunk,
    options: { signal: AbortSignal; language: string | null; vocabulary: string[] },
  ): Promise<HeardChunk>;
  close(): Promise<void>;
}

export class SpeechUnavailable extends Error {
  override readonly name = 'SpeechUnavailable';
  readonly code = 'speechUnavailable';
  readonly retryable = false;
}
