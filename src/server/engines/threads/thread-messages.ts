import type { IntakeAccount } from '#contract/intake-account.ts';
import type { TranscriptDocument, Warning } from '#contract/transcript.ts';
import type { WriterHere } from '../notes/embedded/writer-here.ts';
import type { Message } from '../notes/endpoint/transport.ts';
import type { ModelUsed } from '../stage-context.ts';

type TranscriptHead = Omit<TranscriptDocument, 'segments'>;

export interface ReadTranscript {
  head: TranscriptHead;
  /** Of an import. */
  account?: IntakeAccount;
  segmentCount: number;
  wordCount: number;
}

export type ContextMethods = {
  saved(key: string): unknown;
  save(key: string, value: unknown): Promise<void>;
  progress(fraction: number, message?: string): void;
  used(use: ModelUsed): void;
  warn(warning: Warning): void;
  connectModel(): ReturnType<WriterHere['connect']>;
  askModel(
    messages: readonly Message[],
    schema: Record<string, unknown>,
    mostTokens?: number,
  ): ReturnType<WriterHere['send']>;
};
