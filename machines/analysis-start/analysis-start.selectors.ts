import type { SnapshotFrom } from 'xstate';
import type { analysisStartMachine } from './analysis-start.machine.ts';

type AnalysisStartSnapshot = SnapshotFrom<typeof analysisStartMachine>;

/** What the view shows. `stuck`: a call failed, and a retry is offered. */
export type AnalysisStartStep = 'quoting' | 'quoted' | 'starting' | 'stuck' | 'ended';

/** The step of a snapshot: the one place that knows the paths of the chart's states. */
export function selectAnalysisStartStep(snapshot: AnalysisStartSnapshot): AnalysisStartStep {
  if (snapshot.status === 'done') return 'ended';
  if (snapshot.matches('starting')) return 'starting';
  if (snapshot.matches({ askingPrice: 'quoted' })) return 'quoted';
  return snapshot.matches({ askingPrice: 'quoting' }) ? 'quoting' : 'stuck';
}
