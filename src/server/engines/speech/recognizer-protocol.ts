import type { RecognizerModel } from './model-files.ts';

/** What the server tells the recogniser's process. The first message is `load`. */
export type ToRecognizer =
  | { type: 'load'; model: RecognizerModel; threads: number }
  | { type: 'hear'; id: number; samples: Int16Array };

/** What the process answers. `failed` without an id: the model could not be loaded. */
export type FromRecognizer =
  | { type: 'loaded' }
  | { type: 'heard'; id: number; result: RecognizerResult }
  | { type: 'failed'; id: number | null; message: string };

/** The part of sherpa-onnx's result that is used. Tokens are parts of words; a space leads the first of a word. */
export interface RecognizerResult {
  text: string;
  tokens: string[];
  /** Seconds from the start of the chunk, one a token. */
  timestamps: number[];
  /** Seconds, one a token; empty where the model tells none. */
  durations: number[];
}
