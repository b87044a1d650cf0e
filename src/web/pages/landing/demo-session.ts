import type { AnalysisResult } from '#contract/analysis-result.ts';
import type { DetailLevel } from '#contract/common.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';

/** A session to read on the public pages: what was said, and what the notes engine made of it at both levels. */
export interface DemoSession {
  transcript: Pick<TranscriptDocument, 'timing' | 'durationMs' | 'speakers' | 'segments'>;
  results: Readonly<Record<DetailLevel, AnalysisResult>>;
}
