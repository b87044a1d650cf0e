import type { z } from 'zod';

export interface ModelUsed {
  model: string;
  calls: number;
  inputTokens: number;
  outputTokens: number;
  milliseconds: number;
  /** Of the transcript, that a part covers. Told once, with the part's last call. */
  words?: number;
}

/** Engines have no storage: what must survive a crash goes through `checkpoint`. */
export interface StageContext {
  readonly signal: AbortSignal;
  /** The value saved under `key`, if it matches `schema`; else saves what `work` returns. */
  checkpoint<Value>(key: string, schema: z.ZodType<Value>, work: () => Promise<Value>): Promise<Value>;
  saved(key: string): unknown;
  save(key: string, value: unknown): Promise<void>;
  progress(fraction: number, message?: string): void;
  used(use: ModelUsed): void;
  warn(warning: { code: string; message: string; startMs: number | null; endMs: number | null }): void;
  /** Called when others have or need the model on this computer. */
  yields?: (() => void) | undefined;
}

export function inMemoryStageContext(options: {
  signal?: AbortSignal;
  onProgress?: (fraction: number, message?: string) => void;
  onWarning?: StageContext['warn'];
  onUsed?: StageContext['used'];
}): StageContext {
  const saved = new Map<string, unknown>();
  return {
    signal: options.signal ?? new AbortController().signal,
    async checkpoint(key, schema, work) {
      const earlier = schema.safeParse(saved.get(key));
      if (earlier.success) return earlier.data;
      const value = await work();
      saved.set(key, value);
      return value;
    },
    saved: (key) => saved.get(key),
    async save(key, value) {
      saved.set(key, value);
    },
    progress: (fraction, message) => options.onProgress?.(fraction, message),
    used: (use) => options.onUsed?.(use),
    warn: (warning) => options.onWarning?.(warning),
  };
}
