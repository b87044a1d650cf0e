import type { SnapshotFrom } from 'xstate';
import type { analysisJobMachine } from './analysis-job.machine.ts';

export function selectEnding(
  snapshot: SnapshotFrom<typeof analysisJobMachine>,
): 'completed' | 'cancelled' | 'failed' | 'interrupted' | null {
  for (const ending of ['completed', 'cancelled', 'failed', 'interrupted'] as const) {
    if (snapshot.matches(ending)) return ending;
  }
  return null;
}
