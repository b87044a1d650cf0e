import type { Segment } from '#contract/transcript.ts';

/** Engines' audio format: mono, 16,000 samples a second, signed 16 bit. */
export const SAMPLE_RATE = 16_000;

/** A chunk of the recording, cut at silence if possible. Times are relative to the recording. */
export interface AudioChunk {
  index: number;
  startMs: number;
  endMs: number;
  /** The cut is inside speech, because there was no silence; neighbours overlap. */
  forced: boolean;
  samples: Int16Array;
}

/** What an engine recognised in a chunk. Times are relative to the chunk; words have times if known. */
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
  /**
   * Prepares the engine (downloads and loads its model), with progress 0..1.
   * @throws SpeechUnavailable with a message that says what to set
   */
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
