import { type Analysis, startAnalysis } from '#contract/analyses.ts';
import type { AgreedTerms } from '#machines/analysis/analysis.setup.ts';
import type { ApiClient } from '#web/api/api-client.ts';

/** What the flows that start an analysis use. */
export interface AnalysisEffects {
  client: ApiClient;
  /** Puts an analysis into the address. */
  openAnalysis: (opened: { sessionId: string; analysisId: string }) => void;
  showResult: (shown: { sessionId: string; analysisId: string }) => void;
  announceChange: (changed: { sessionId: string; analysisId?: string }) => void;
}

/** Starts an analysis; the same terms use the same Idempotency-Key, so that it starts and charges once. */
export function startByTerms(client: ApiClient, terms: AgreedTerms): Promise<Analysis> {
  const { sessionId, quoteId, detailLevel } = terms;
  // Not aborted with the machine: only the server has recorded it whether it has started.
  return client.call(startAnalysis, {
    params: { sessionId },
    headers: { 'idempotency-key': `${quoteId}:${detailLevel}` },
    body: { quoteId, detailLevel },
  });
}
