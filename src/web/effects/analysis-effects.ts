import { type Analysis, AnalysisProgress } from '#contract/analyses.ts';
import type { analysisStartMachine } from '#machines/analysis-start/analysis-start.machine.ts';
import type { AnalysisStanding } from '#machines/analysis-start/analysis-start.setup.ts';
import type { ApiClient } from '#web/api/api-client.ts';
export interface AnalysisEffects {
  client: ApiClient;
  analysisStart: typeof analysisStartMachine;
  openAnalysis: (opened: { sessionId: string; analysisId: string }) => void;
  showResult: (shown: { sessionId: string; analysisId: string }) => void;
  announceChange: (changed: { sessionId: string; analysisId?: string }) => void;
}

/** Schemas drop what is not theirs. */
export const standingOf = (analysis: Analysis): AnalysisStanding => AnalysisProgress.parse(analysis);
