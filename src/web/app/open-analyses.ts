import type { ActorRefFrom } from 'xstate';
import type { DetailLevel } from '#contract/common.ts';
import type { analysisMachine } from '#machines/analysis/analysis.machine.ts';
import { selectIsUnderWay } from '#machines/analysis/analysis.selectors.ts';
import type { AnalysisInput } from '#machines/analysis/analysis.setup.ts';

// biome-ignore lint/suspicious/noExplicitAny: only the caller that makes an id knows its machine.
export type Children = Readonly<Record<string, any>>;

export type AnalysisRef = ActorRefFrom<typeof analysisMachine>;

/** Each runs as long as a view uses it, and a running analysis until its end. */
export function createOpenAnalyses(deps: {
  children: () => Children;
  open: (id: string, input: AnalysisInput) => void;
  close: (id: string) => void;
  usualLevel: (sessionId: string) => DetailLevel;
}) {
  let opened = 0;
  const holders = new Map<string, number>();

  function closeAtEnd(ref: AnalysisRef): void {
    const watching = ref.subscribe((snapshot) => {
      const isHeld = holders.has(ref.id);
      if (!isHeld && selectIsUnderWay(snapshot)) return;
      watching.unsubscribe();
      if (!isHeld && deps.children()[ref.id] !== undefined) deps.close(ref.id);
    });
  }

  return {
    analysis(sessionId: string, analysisId: string | null, hasSource: boolean): AnalysisRef {
      const standing = Object.entries(deps.children())
        .flatMap(([id, ref]) => (id.startsWith('analysis:') && ref !== undefined ? ref : []))
        .find((ref) => {
          const { context } = ref.getSnapshot();
          return context.sessionId === sessionId && context.analysisId === analysisId;
        });
      if (standing !== undefined) return standing;
      opened += 1;
      const id = `analysis:${opened}`;
      deps.open(id, { sessionId, analysisId, hasSource, detailLevel: deps.usualLevel(sessionId) });
      return deps.children()[id];
    },

    /** The last release stops the flow, unless the analysis is running. */
    hold(ref: AnalysisRef): () => void {
      holders.set(ref.id, (holders.get(ref.id) ?? 0) + 1);
      return () => {
        holders.set(ref.id, (holders.get(ref.id) ?? 1) - 1);
        // The next view of the same analysis may start using it in the same turn.
        queueMicrotask(() => {
          if (holders.get(ref.id) !== 0) return;
          holders.delete(ref.id);
          if (deps.children()[ref.id] === undefined) return;
          if (selectIsUnderWay(ref.getSnapshot())) closeAtEnd(ref);
          else deps.close(ref.id);
        });
      };
    },
  };
}
