import type { z } from 'zod';

/**
 * What a stage of an analysis is handed. Engines are pure of storage: all that must survive a crash goes through
 * `checkpoint`, which a job keeps in the database and the command keeps in memory.
 */
export interface StageContext {
  /** Aborted on cancel and on shutdown. Every long call forwards it. */
  readonly signal: AbortSignal;
  /**
   * Gives back the value saved under `key` in an earlier run of the same stage, or does the work, saves its value and
   * gives that. Values must survive JSON. A saved value that no longer fits `schema` is worked out anew.
   */
  checkpoint<Value>(key: string, schema: z.ZodType<Value>, work: () => Promise<Value>): Promise<Value>;
  /** What an earlier run of the same stage saved under `key`; undefined for nothing. */
  saved(key: string): unknown;
  save(key: string, value: unknown): Promise<void>;
  /** Reports how much of the stage is done (0..1), with a sentence for the user where there is one. */
  progress(fraction: number, message?: string): void;
  /** Something the reader of the result must know; kept with the result. */
  warn(warning: { code: string; message: string; startMs: number | null; endMs: number | null }): void;
}

/** A context that keeps its checkpoints in memory: for the command and for tests. */
export function inMemoryStageContext(options: {
  signal?: AbortSignal;
  onProgress?: (fraction: number, message?: string) => void;
  onWarning?: StageContext['warn'];
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
    warn: (warning) => options.onWarning?.(warning),
  };
}
