import type { analysisMachine } from '#machines/analysis/analysis.machine.ts';
import { selectIsUnderWay } from '#machines/analysis/analysis.selectors.ts';
import type { FlowActor } from '#web/hooks/flow-actors.ts';
import type { SpawnedFlows } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

type AnalysisRef = FlowActor<'analysis'>;

/** Each runs as long as a view uses it, and a running analysis until its end. */
export function createOpenAnalyses(
  around: Pick<Surroundings, 'spawn' | 'isRunning' | 'stop' | 'usualLevel'>,
  machine: typeof analysisMachine,
): SpawnedFlows['analysis'] {
  let opened = 0;
  const refs = new Set<AnalysisRef>();
  const holders = new Map<string, number>();

  function close(ref: AnalysisRef): void {
    refs.delete(ref);
    if (around.isRunning(ref.id)) around.stop(ref.id);
  }

  function closeAtEnd(ref: AnalysisRef): void {
    const watching = ref.subscribe((snapshot) => {
      const isHeld = holders.has(ref.id);
      if (!isHeld && selectIsUnderWay(snapshot)) return;
      watching.unsubscribe();
      if (!isHeld) close(ref);
    });
  }

  return {
    of(sessionId, analysisId, hasSource) {
      for (const ref of refs) {
        const { context } = ref.getSnapshot();
        if (!around.isRunning(ref.id)) refs.delete(ref);
        else if (context.sessionId === sessionId && context.analysisId === analysisId) return ref;
      }
      opened += 1;
      const input = { sessionId, analysisId, hasSource, detailLevel: around.usualLevel(sessionId) };
      const ref = around.spawn(`analysis:${opened}`, machine, () => input);
      refs.add(ref);
      return ref;
    },

    hold(ref) {
      holders.set(ref.id, (holders.get(ref.id) ?? 0) + 1);
      return () => {
        holders.set(ref.id, (holders.get(ref.id) ?? 1) - 1);
        // The next view of the same analysis may start using it in the same turn.
        queueMicrotask(() => {
          if (holders.get(ref.id) !== 0) return;
          holders.delete(ref.id);
          if (around.isRunning(ref.id) && selectIsUnderWay(ref.getSnapshot())) closeAtEnd(ref);
          else close(ref);
        });
      };
    },
  };
}
