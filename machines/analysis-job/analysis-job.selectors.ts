import type { SnapshotFrom } from 'xstate';
import type { analysisJobMachine } from './analysis-job.machine.ts';

/** How the run ended: the final state that it has reached, or null while it goes on. */
export function selectEnding(
  snapshot: SnapshotFrom<typeof analysisJobMachine>,
): 'completed' | 'cancelled' | 'failed' | 'interrupted' | null {
  for (const ending of ['completed', 'cancelled', 'failed', 'interrupted'] as const) {
    if (snapshot.matches(ending)) return ending;
  }
  return null;
}
