import type { RecognizerModel } from './model-files.ts';

export type ToRecognizer = { load: RecognizerModel; threads: number } | { hear: Int16Array };

/** Null: loaded. */
export type FromRecognizer = RecognizerResult | null;

/** Tokens are parts of words; the first of a word starts with a space. */
export interface RecognizerResult {
  text: string;
  tokens: string[];
  /** Seconds from the start of the chunk. */
  timestamps: number[];
  /** Seconds; empty if the model returns none. */
  durations: number[];
}
