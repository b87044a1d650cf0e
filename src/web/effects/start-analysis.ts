import { type Analysis, startAnalysis } from '#contract/analyses.ts';
import type { AgreedTerms } from '#machines/analysis/analysis.setup.ts';
import type { ApiClient } from '#web/api/api-client.ts';

/** What the flows that start an analysis reach around them. */
export interface AnalysisEffects {
  client: ApiClient;
  /** Puts an analysis into the address. */
  openAnalysis: (opened: { sessionId: string; analysisId: string }) => void;
  /** The same, with its result in view. */
  showResult: (shown: { sessionId: string; analysisId: string }) => void;
  /** Session, analyses or balances have changed on the server. */
  announceChange: (changed: { sessionId: string; analysisId?: string }) => void;
}

/** Starts an analysis; the same terms carry the same Idempotency-Key, so that they start and charge once. */
export function startByTerms(client: ApiClient, terms: AgreedTerms): Promise<Analysis> {
  const { sessionId, quoteId, detailLevel } = terms;
  // Not aborted with the chart: whether it has begun is the server's to know.
  return client.call(startAnalysis, {
    params: { sessionId },
    headers: { 'idempotency-key': `${quoteId}:${detailLevel}` },
    body: { quoteId, detailLevel },
  });
}
