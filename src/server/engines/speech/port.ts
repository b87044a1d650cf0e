import type { Segment } from '#contract/transcript.ts';
import type { StageContext } from '../stage-context.ts';

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

/** Starts and ends in milliseconds, in order. */
export type SpokenTimes = readonly (readonly [startMs: number, endMs: number])[];

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
  /** Where somebody speaks, amid music and noise too; null: it cannot tell, so loudness decides. */
  spokenIn?(samples: Int16Array, options: { signal: AbortSignal }): Promise<SpokenTimes | null>;
  /** If it fills this computer: what it hears for one recording is done in a turn, while other models wait. */
  turn?<Value>(options: { signal: AbortSignal; waits(): void }, work: () => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}

/** What an engine does for one recording, in its turn if it needs one. */
export function inTurnOf<Value>(
  engine: SpeechEngine,
  context: Pick<StageContext, 'signal' | 'progress'>,
  work: () => Promise<Value>,
): Promise<Value> {
  if (engine.turn === undefined) return work();
  const waits = () => context.progress(0, 'Waiting until the notes of another session are written');
  return engine.turn({ signal: context.signal, waits }, () => {
    context.progress(0);
    return work();
  });
}

export class SpeechUnavailable extends Error {
  override readonly name = 'SpeechUnavailable';
  readonly code = 'speechUnavailable';
  readonly retryable = false;
}
