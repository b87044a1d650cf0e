import type { SnapshotFrom } from 'xstate';
import type { analysisJobMachine } from './analysis-job.machine.ts';

type AnalysisJobSnapshot = SnapshotFrom<typeof analysisJobMachine>;

/** How the run ended: at a final state, at `failed` (which a retry may leave), or null while it goes on. */
export function selectEnding(
  snapshot: AnalysisJobSnapshot,
): 'completed' | 'cancelled' | 'failed' | 'interrupted' | null {
  for (const ending of ['completed', 'cancelled', 'failed', 'interrupted'] as const) {
    if (snapshot.matches(ending)) return ending;
  }
  return null;
}

export const selectFailure = (snapshot: AnalysisJobSnapshot) => snapshot.context.failure;

/** D1: only before writing begins. */
export const selectIsCancellable = (snapshot: AnalysisJobSnapshot) => snapshot.can({ type: 'cancel' });
