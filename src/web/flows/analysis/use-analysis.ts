import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { selectAnalysisStep, selectConnection, selectStages } from '#machines/analysis/analysis.selectors.ts';
import { tag } from '#machines/kit/tags.ts';
import { useSpawned } from '#web/hooks/use-flow.ts';

/** @param analysisId null: a new one @param source identifies the recording or transcript, or null */
export function useAnalysis({
  sessionId,
  analysisId,
  source,
}: {
  sessionId: string;
  analysisId: string | null;
  source: string | null;
}) {
  const analyses = useSpawned('analysis');
  const hasSource = source !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the source is an event, below
  const actor = useMemo(
    () => analyses.of(sessionId, analysisId, hasSource),
    [analyses, sessionId, analysisId],
  );
  useEffect(() => analyses.hold(actor), [analyses, actor]);
  const knownSource = useRef(source);
  useEffect(() => {
    if (knownSource.current === source) return;
    knownSource.current = source;
    if (source !== null) actor.send({ type: 'source.changed' });
  }, [actor, source]);
  const snapshot = useSelector(actor, (current) => current);
  const commands = useMemo(
    () => ({
      cancel: () => actor.send({ type: 'cancel.requested' }),
      retry: () => actor.send({ type: 'retry' }),
      again: () => actor.send({ type: 'again.requested' }),
    }),
    [actor],
  );
  const { context } = snapshot;
  return {
    step: selectAnalysisStep(snapshot),
    isBusy: snapshot.hasTag(tag.busy),
    start: snapshot.children.analysisStart,
    analysisId: context.analysisId,
    progress: context.progress,
    stages: selectStages(snapshot),
    connection: selectConnection(snapshot),
    failure: context.failure,
    ...commands,
    can: {
      cancel: snapshot.can({ type: 'cancel.requested' }),
      retry: snapshot.can({ type: 'retry' }),
      again: snapshot.can({ type: 'again.requested' }),
    },
  };
}

export function useIsAnalysisMissing(sessionId: string, analysisId: string | null): boolean {
  const analyses = useSpawned('analysis');
  const actor = useMemo(
    () => (analysisId === null ? undefined : analyses.of(sessionId, analysisId, true)),
    [analyses, sessionId, analysisId],
  );
  useEffect(() => (actor === undefined ? undefined : analyses.hold(actor)), [analyses, actor]);
  return useSelector(
    actor,
    (snapshot) => snapshot !== undefined && selectAnalysisStep(snapshot) === 'missing',
  );
}
