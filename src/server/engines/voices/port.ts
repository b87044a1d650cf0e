import type { Seeds, SoundingSpan, SpanVoices } from './cluster.ts';

export const VOICE_SAMPLE_RATE = 16_000;

/** A stretch in which one person speaks; times in milliseconds from the start of the piece. */
export interface VoiceSpan {
  startMs: number;
  endMs: number;
  /** How the voice sounds, of length 1; null if it is too short to say. */
  print: Float32Array | null;
}

/** Who speaks when on one recording; times in milliseconds from its start. `voice` counts from 0, by first appearance. */
export interface VoiceTurn {
  startMs: number;
  endMs: number;
  /** Null: unknown. */
  voice: number | null;
}

/** Who speaks when for each number of voices that a recording can be divided into. Of how anybody sounds it has nothing. */
export interface VoiceGroupings {
  /** Start and end in milliseconds, by start. */
  spans: [number, number][];
  /** The voice of each span, counted from 0; null where it is unknown. */
  groups: (number | null)[][];
  /** How many voices it is divided into. Missing in those of earlier versions. */
  heard?: number;
  /** Found for lines that were there before, of which some have two voices. */
  isLate?: boolean;
}

/** Cuts a piece of a recording where the voice changes. It knows nobody, and nothing of other pieces. */
export interface VoicesEngine {
  readonly id: string;
  /** Downloads and loads the models, with progress from 0 to 1. @throws VoicesUnavailable */
  prepare(options: {
    signal: AbortSignal;
    progress(fraction: number, message?: string): void;
  }): Promise<void>;
  /** @param samples mono, 16-bit, 16,000 a second @throws VoicesFailed */
  spans(samples: Int16Array, options: { signal: AbortSignal }): Promise<VoiceSpan[]>;
  /** How one person sounds in each of these, of length 1; null if it is too short to say. @throws VoicesFailed */
  prints(parts: readonly Int16Array[], options: { signal: AbortSignal }): Promise<(Float32Array | null)[]>;
  /** Whose each span of a recording is, all of its pieces together. @throws VoicesFailed */
  link(
    spans: readonly SoundingSpan[],
    options: { people: number | null; most: number; seeds: Seeds; signal: AbortSignal },
  ): Promise<SpanVoices>;
  close(): Promise<void>;
}

export class VoicesUnavailable extends Error {
  override readonly name = 'VoicesUnavailable';
}

export class VoicesFailed extends Error {
  override readonly name = 'VoicesFailed';
}
