import type { Message } from '../endpoint/transport.ts';

export type ToWriter =
  | { load: string; contextTokens: number; threads: number }
  | { write: readonly Message[]; grammar: string; mostTokens: number }
  /** Of what it writes now. */
  | { abort: true };

export type FromWriter =
  /** `modelTokens`: the longest context that the model was made for. */
  | { loaded: true; contextTokens: number }
  | { content: string; isCut: boolean; inputTokens: number; outputTokens: number }
  | { tooLong: number }
  | { aborted: true };
