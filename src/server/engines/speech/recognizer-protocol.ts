import type { RecognizerModel } from './model-files.ts';

export type ToRecognizer =
  | { type: 'load'; model: RecognizerModel; threads: number }
  | { type: 'hear'; id: number; samples: Int16Array };

export type FromRecognizer =
  | { type: 'loaded' }
  | { type: 'heard'; id: number; result: RecognizerResult }
  | { type: 'failed'; id: number | null; message: string };

/** Tokens are parts of words; the first of a word starts with a space. */
export interface RecognizerResult {
  text: string;
  tokens: string[];
  /** Seconds from the start of the chunk. */
  timestamps: number[];
  /** Seconds; empty if the model returns none. */
  durations: number[];
}
