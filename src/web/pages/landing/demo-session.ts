import type { AnalysisResult } from '#contract/analysis-result.ts';
import type { DetailLevel } from '#contract/common.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import made from './demo-session.generated.json?raw';

/** As a game master edited the comprehensive one, or as the engine made it. */
export type DemoVersion = 'edited' | DetailLevel;

export interface DemoSession {
  transcript: Pick<TranscriptDocument, 'timing' | 'durationMs' | 'speakers' | 'segments'>;
  results: Readonly<Record<DemoVersion, AnalysisResult>>;
}

export const demoSession: DemoSession = JSON.parse(made);
