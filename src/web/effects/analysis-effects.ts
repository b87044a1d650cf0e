import type { Analysis } from '#contract/analyses.ts';
import type { analysisStartMachine } from '#machines/analysis-start/analysis-start.machine.ts';
import type { AnalysisStanding } from '#machines/analysis-start/analysis-start.setup.ts';
import type { ApiClient } from '#web/api/api-client.ts';
/** What the flows that start an analysis reach around them. */
export interface AnalysisEffects {
  client: ApiClient;
  /** The price and the start, with their own effects. */
  analysisStart: typeof analysisStartMachine;
  /** Puts an analysis into the address. */
  openAnalysis: (opened: { sessionId: string; analysisId: string }) => void;
  /** The same, with its result in view. */
  showResult: (shown: { sessionId: string; analysisId: string }) => void;
  /** Session, analyses or balances have changed on the server. */
  announceChange: (changed: { sessionId: string; analysisId?: string }) => void;
}

/** What the charts keep of an analysis. */
export function standingOf(analysis: Analysis): AnalysisStanding {
  const { id, status, progress, etaSeconds, stageMessage, error } = analysis;
  return { id, status, progress, etaSeconds, stageMessage, error };
}
