import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { selectAnalysisStep, selectConnection, selectStages } from '#machines/analysis/analysis.selectors.ts';
import { tag } from '#machines/kit/tags.ts';
import { useApp } from '#web/hooks/site-provider.tsx';

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
  const app = useApp();
  const hasSource = source !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the source is an event, below
  const actor = useMemo(() => app.analysis(sessionId, analysisId, hasSource), [app, sessionId, analysisId]);
  useEffect(() => app.hold(actor), [app, actor]);
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
  const app = useApp();
  const actor = useMemo(
    () => (analysisId === null ? undefined : app.analysis(sessionId, analysisId, true)),
    [app, sessionId, analysisId],
  );
  useEffect(() => (actor === undefined ? undefined : app.hold(actor)), [app, actor]);
  return useSelector(
    actor,
    (snapshot) => snapshot !== undefined && selectAnalysisStep(snapshot) === 'missing',
  );
}
