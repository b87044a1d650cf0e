import type { SnapshotFrom } from 'xstate';
import type { analysisJobMachine } from './analysis-job.machine.ts';

/** How the run ended: its final state, or null while it runs. */
export function selectEnding(
  snapshot: SnapshotFrom<typeof analysisJobMachine>,
): 'completed' | 'cancelled' | 'failed' | 'interrupted' | null {
  for (const ending of ['completed', 'cancelled', 'failed', 'interrupted'] as const) {
    if (snapshot.matches(ending)) return ending;
  }
  return null;
}
