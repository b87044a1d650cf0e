import {
  AnalysisProgress,
  cancelAnalysis,
  followAnalysis,
  readAnalysis,
  retryAnalysis,
} from '#contract/analyses.ts';
import { analysisMachine } from '#machines/analysis/analysis.machine.ts';
import { implement } from '#machines/kit/implement.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import { type AnalysisEffects, standingOf } from '#web/effects/analysis-effects.ts';
import { provideAnalysisStart } from '#web/flows/analysis-start/provide-analysis-start.ts';
import type { SpawnedFlow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';
import { createOpenAnalyses } from './open-analyses.ts';

function progressOf(data: string): AnalysisProgress | null {
  try {
    const progress = AnalysisProgress.safeParse(JSON.parse(data));
    return progress.success ? progress.data : null;
  } catch {
    return null;
  }
}

function provideAnalysis({
  client,
  analysisStart,
  openAnalysis,
  showResult,
  announceChange,
  announceEnd,
}: AnalysisEffects & Pick<Surroundings, 'announceEnd'>): typeof analysisMachine {
  const lastEventIds = new Map<string, string>();

  return implement(analysisMachine, ({ callback, promise }) => ({
    ...promise('readAnalysis', async ({ input: { sessionId, analysisId }, signal }) => {
      const analysis = await client.call(readAnalysis, { params: { analysisId }, signal });
      if (analysis.sessionId !== sessionId) throw new ApiFailure('notFound', { status: 404 });
      return standingOf(analysis);
    }),
    analysisStart,
    ...callback('followProgress', ({ input, send }) => {
      const controller = new AbortController();
      const end = () => {
        if (!controller.signal.aborted) send({ type: 'stream.failed' });
      };
      client
        .events(followAnalysis, {
          params: input,
          signal: controller.signal,
          lastEventId: lastEventIds.get(input.analysisId) ?? null,
          onEvent: ({ name, data, id }) => {
            if (controller.signal.aborted || name !== 'progress') return;
            if (id !== null) lastEventIds.set(input.analysisId, id);
            const progress = progressOf(data);
            if (progress !== null) send({ type: 'progress.received', progress });
          },
        })
        .then(end, end);
      return () => controller.abort();
    }),
    ...promise('cancelAnalysis', async ({ input }) =>
      standingOf(await client.call(cancelAnalysis, { params: input })),
    ),
    ...promise('retryAnalysis', async ({ input }) => {
      lastEventIds.delete(input.analysisId);
      return standingOf(await client.call(retryAnalysis, { params: input }));
    }),
  })).provide({
    actions: {
      openAnalysis: (_, params) => openAnalysis(params),
      showResult: (_, params) => showResult(params),
      announceChange: (_, params) => announceChange(params),
      announceEnd: (_, params) => announceEnd(params),
    },
  });
}

export const analysis: SpawnedFlow<'analysis'> = (around) => {
  const analysisStart = around.adapt(provideAnalysisStart(around.client));
  const machine = around.adapt(provideAnalysis({ ...around, analysisStart }));
  return createOpenAnalyses(around, machine);
};
