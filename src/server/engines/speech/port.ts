import type { Segment } from '#contract/transcript.ts';

/** Sound as engines hear it: one channel, 16,000 samples a second, signed 16 bit. */
export const SAMPLE_RATE = 16_000;

/** A stretch of the recording, cut at a silence where there was one. Times count from the start of the recording. */
export interface AudioChunk {
  index: number;
  startMs: number;
  endMs: number;
  /** True where no silence was found and the cut goes through speech; neighbours then overlap. */
  forced: boolean;
  samples: Int16Array;
}

/** What an engine heard in one chunk. Times count from the start of the chunk; words carry theirs where known. */
export interface HeardSegment extends Pick<Segment, 'startMs' | 'endMs' | 'text' | 'confidence'> {
  words: { text: string; startMs: number; endMs: number }[] | null;
  /** The engine's own name of the speaker, where it tells speakers apart. */
  speaker: string | null;
}

export interface HeardChunk {
  language: string | null;
  segments: HeardSegment[];
}

/** Turns sound into words. One port for the endpoint (`SPEECH_URL`) and the embedded engine. */
export interface SpeechEngine {
  /** Shown with the transcript, e.g. `endpoint whisper-1` or `sherpa-onnx parakeet-tdt-0.6b-v3`. */
  readonly id: string;
  /** The longest chunk the engine takes, in seconds. */
  readonly maxChunkSeconds: number;
  /** How many chunks it may be given at once. */
  readonly concurrency: number;
  /** Makes the engine ready (fetches and loads its model), with progress 0..1. Throws SpeechUnavailable with a message that says what to set. */
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

/** The engine cannot work on this machine as it is set up; `message` says what to set. Not retryable by waiting. */
export class SpeechUnavailable extends Error {
  override readonly name = 'SpeechUnavailable';
  readonly code = 'speechUnavailable';
  readonly retryable = false;
}
