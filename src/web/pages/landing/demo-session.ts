import type { AnalysisResult } from '#contract/analysis-result.ts';
import type { DetailLevel } from '#contract/common.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';

export interface DemoSession {
  transcript: Pick<TranscriptDocument, 'timing' | 'durationMs' | 'speakers' | 'segments'>;
  results: Readonly<Record<DetailLevel, AnalysisResult>>;
}
