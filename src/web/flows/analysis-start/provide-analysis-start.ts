import { quoteAnalysis, startAnalysis } from '#contract/analyses.ts';
import { analysisStartMachine } from '#machines/analysis-start/analysis-start.machine.ts';
import { implement } from '#machines/kit/implement.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import { standingOf } from '#web/effects/analysis-effects.ts';

export function provideAnalysisStart(client: ApiClient): typeof analysisStartMachine {
  return implement(analysisStartMachine, ({ promise }) => ({
    ...promise('quote', async ({ input, signal }) => {
      const quote = await client.call(quoteAnalysis, { params: input, signal });
      return { ...quote, holdsFor: Date.parse(quote.expiresAt) - Date.parse(quote.quotedAt) };
    }),
    // Not aborted with the machine: only the server knows whether it has begun. The key prevents a second
    // charge.
    ...promise('startAnalysis', async ({ input: { sessionId, quoteId, detailLevel, writer, people } }) =>
      standingOf(
        await client.call(startAnalysis, {
          params: { sessionId },
          headers: { 'idempotency-key': `${quoteId}:${detailLevel}:${writer}:${people}` },
          body: { quoteId, detailLevel, writer, ...(people === null ? {} : { people }) },
        }),
      ),
    ),
  }));
}
